using Orchestrator.Cli.Output;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Status;

/// <summary>Watermarks and their changes.</summary>
internal static class WatermarkScreen
{
    public static IEnumerable<Line> Lines(IReadOnlyList<WatermarkRecord> watermarks) => watermarks.Count == 0
        ? []
        : Table.Lines(["package", "watermark", "value", "environment", "changed", "by", "why"],
            watermarks.Select(one => new[]
            {
                one.Node, one.Watermark, one.Value ?? "(none)", one.Environment, Words.Moment(one.At),
                one.Attempt is { } attempt ? $"attempt {attempt}" : one.Who, one.Why,
            }), (row, column) => column == 2 && watermarks[row].Value is null ? Ink.Warn : Ink.Plain);

    public static object Document(IReadOnlyList<WatermarkRecord> watermarks) => new
    {
        schema_version = Json.SchemaVersion,
        watermarks = watermarks.Select(Document),
    };

    /// <summary>A change by hand, from what value, and whether it was made or only would be.</summary>
    public static object Changed(WatermarkRecord one, string? before, bool isDone) => new
    {
        schema_version = Json.SchemaVersion,
        is_done = isDone,
        before,
        watermark = Document(one),
    };

    private static object Document(WatermarkRecord one) => new
    {
        node = one.Node,
        watermark = one.Watermark,
        environment = one.Environment,
        data_type = one.DataType,
        value = one.Value,
        attempt = one.Attempt,
        who = one.Who.Length == 0 ? null : one.Who,
        why = one.Why,
        changed_at = one.At,
    };
}
