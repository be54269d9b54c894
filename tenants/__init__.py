"""The domain and its one DynamoDB table. Knows nothing of HTTP; `dashboard` calls it, never the other way round."""
