namespace Orchestrator.Runner.Tests.Telemetry.Otlp;

/// <summary>A point of a metric as a collector gets it: a sum or gauge, or of a histogram its count and sum.</summary>
internal sealed record Point(
    string Metric, string Unit, IReadOnlyDictionary<string, object> Attributes, double Value, long Count)
{
    public static IEnumerable<Point> In(byte[] request) =>
        from resource in new Message(request).All(1)
        from scope in resource.All(2)
        from metric in scope.All(2)
        from point in Of(metric)
        select point;

    private static IEnumerable<Point> Of(Message metric)
    {
        foreach (var kind in new[] { 5, 7 })
        {
            foreach (var point in metric.All(kind).SelectMany(data => data.All(1)))
            {
                var value = point.Has(6) ? (long)point.Number(6) : point.Double(4);
                yield return new Point(metric.Text(1), metric.Text(3), point.Attributes(7), value, 1);
            }
        }

        foreach (var point in metric.All(9).SelectMany(data => data.All(1)))
        {
            yield return new Point(
                metric.Text(1), metric.Text(3), point.Attributes(9), point.Double(5), (long)point.Number(4));
        }
    }
}
