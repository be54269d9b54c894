# syntax=docker/dockerfile:1

# --- build: the environment and the collected static files ---
FROM python:3.13-slim-trixie AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/tablero/.venv
WORKDIR /opt/tablero
# Before the code, so that a change of code does not install everything again.
COPY requirements/app.txt requirements/app.txt
RUN .venv/bin/python -m pip install --require-hashes --only-binary :all: -r requirements/app.txt

COPY manage.py ./
COPY dashboard dashboard
COPY tenants tenants
COPY templates templates
COPY static static
# The secret of this one command; it signs nothing and stays out of the image's environment.
RUN SECRET_KEY=only-for-collecting-static-files-0123456789-0123456789 .venv/bin/python manage.py collectstatic --no-input \
    && .venv/bin/python -m compileall -q manage.py dashboard tenants

# --- run: no compiler, no pip cache, nobody's home ---
FROM python:3.13-slim-trixie AS run

RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin tablero
WORKDIR /opt/tablero
COPY --from=build /opt/tablero /opt/tablero

ENV PATH=/opt/tablero/.venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=dashboard.settings \
    LISTEN_ON=0.0.0.0 \
    PORT=8000

# By number, so that a cluster that asks for a non-root user can see that it is one.
USER 10001
EXPOSE 8000

HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 CMD ["python", "-m", "dashboard.healthcheck"]

# gunicorn stops gracefully on TERM, which is what a container is sent.
STOPSIGNAL SIGTERM
CMD ["gunicorn", "-c", "python:dashboard.gunicorn_conf"]
