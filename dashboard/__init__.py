"""HTTP in, HTML out: URLs, views, forms and view models. Knows nothing of DynamoDB; asks `tenants` for everything."""
