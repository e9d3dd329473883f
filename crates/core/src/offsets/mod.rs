//! The `X-Read-Consistency-Offsets` header of Grafana Mimir.
