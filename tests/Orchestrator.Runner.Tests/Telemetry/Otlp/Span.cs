namespace Orchestrator.Runner.Tests.Telemetry.Otlp;

/// <summary>A span as a collector gets it.</summary>
internal sealed record Span(
    string Trace, string Id, string Parent, string Name, DateTimeOffset Begin, DateTimeOffset End, int Status,
    IReadOnlyDictionary<string, object> Attributes)
{
    public const int Ok = 1;
    public const int Error = 2;

    public static IEnumerable<Span> In(byte[] request) =>
        from resource in new Message(request).All(1)
        from scope in resource.All(2)
        from span in scope.All(2)
        select new Span(
            Convert.ToHexStringLower(span.Bytes(1)), Convert.ToHexStringLower(span.Bytes(2)),
            Convert.ToHexStringLower(span.Bytes(4)), span.Text(5), At(span.Number(7)), At(span.Number(8)),
            (int)span.Inner(15).Number(3), span.Attributes(9));

    private static DateTimeOffset At(ulong nanoseconds) => DateTimeOffset.UnixEpoch.AddTicks((long)(nanoseconds / 100));
}
