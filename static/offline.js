// The page that is shown while there is no connection: once the browser is online again it makes place for what was asked for.
addEventListener("online", () => location.reload());
