/** The series behind the page's sample of an index-header: a shop whose requests wrongly have a label for each trace. */

import { createHash } from "node:crypto";
import type { Series } from "./index-series";

const CLUSTERS = ["eu-west-1", "eu-west-2", "us-east-1"];
/** Namespaces by service; `shop` for the remaining services. */
const NAMESPACES: Record<string, string> = {
  alertmanager: "monitoring",
  billing: "payments",
  coredns: "kube-system",
  email: "default",
  fraud: "payments",
  ledger: "payments",
  notifications: "default",
  payments: "payments",
};
const SERVICES = [
  ...["alertmanager", "api-gateway", "auth", "billing", "cart", "catalog", "checkout", "coredns", "email"],
  ...["fraud", "geo", "inventory", "ledger", "notifications", "orders", "payments", "pricing"],
  ...["recommendations", "search", "shipping"],
];
const PARTS = ["cache", "container", "db", "go", "grpc", "http", "kafka", "node", "process", "queue"];
const MEASURES = [
  ...["bytes_total", "connections", "cpu_seconds_total", "duration_seconds_bucket", "errors_total"],
  ...["goroutines", "lag_seconds", "latency_seconds_bucket", "memory_bytes", "open_fds", "requests_total"],
  ...["restarts_total", "retries_total", "threads"],
];
const LIMITS = [...Array.from({ length: 15 }, (_, k) => String(2 ** k / 1000)), "+Inf"];
const CODES = ["200", "201", "204", "301", "400", "401", "403", "404", "409", "429", "500", "502", "503"];
const METHODS = ["DELETE", "GET", "PATCH", "POST", "PUT"];
const [PODS, INSTANCES, TRACES] = [8, 120, 25];

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const at = <T>(values: readonly T[], k: number): T => values[k % values.length] as T;

/** The address of an instance. */
function addressOf(k: number): string {
  const [high = 0, low = 0] = createHash("sha256").update(`instance ${k}`).digest();
  return `10.0.${high}.${low}:9090`;
}

/** The labels that the series of one metric of a pod have beside those of the pod. */
function ownLabels(metric: string, part: string, pod: number): Record<string, string>[] {
  if (metric.endsWith("_bucket")) return LIMITS.map((le) => ({ le }));
  if (!metric.endsWith("_requests_total")) return [{}];
  const length = part === "http" ? TRACES : 3;
  return Array.from({ length }, (_, k) => ({
    code: at(CODES, pod + k),
    method: at(METHODS, pod + k),
    ...(part === "http" && { trace_id: hash(`trace ${pod} ${k}`).slice(0, 16) }),
  }));
}

/** The series in order. */
export function sampleSeries(): Series[] {
  const series = SERVICES.flatMap((service, s) =>
    Array.from({ length: PODS }, (_, n) => {
      const pod = PODS * s + n;
      const id = hash(`pod ${pod}`);
      const namespace = NAMESPACES[service] ?? "shop";
      const ofPod = {
        cluster: at(CLUSTERS, pod),
        container: n === PODS - 1 && s % 2 === 0 ? `${service}-sidecar` : service,
        instance: addressOf(pod % INSTANCES),
        job: `${namespace}/${service}`,
        namespace,
        pod: `${service}-${id.slice(0, 9)}-${id.slice(9, 14)}`,
        service,
      };
      const part = at(PARTS, s);
      return MEASURES.flatMap((measure) => {
        const __name__ = `${part}_${measure}`;
        return ownLabels(__name__, part, pod).map((own) => ({ __name__, ...ofPod, ...own }));
      });
    }).flat(),
  );
  const sorted = series.map((labels) => Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
  const key = (labels: [string, string][]): string => labels.flat().join("\0");
  return sorted
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
    .map((labels): Series => ({ labels: Object.fromEntries(labels), chunks: [[0, 7_200_000]] }));
}
