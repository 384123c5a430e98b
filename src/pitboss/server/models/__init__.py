"""The shapes of requests and answers by subject, for checking what comes in and for the OpenAPI document."""
