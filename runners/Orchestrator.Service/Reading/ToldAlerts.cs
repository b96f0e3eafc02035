using Orchestrator.Ledger.Alerts;
using Orchestrator.Runner.Text;

namespace Orchestrator.Service.Reading;

/// <summary>What alerts have told or are to tell, newest first.</summary>
internal static class ToldAlerts
{
    public static LedgerQuestion<IReadOnlyList<AlertRecord>> All { get; } = new(
        "alerts",
        static (reader, options, _) =>
            [.. reader.Alerts(options.Environment).Select(record => Gated(record, options.Outside))],
        []);

    private static AlertRecord Gated(AlertRecord record, OutsideText outside) => record with
    {
        Notice = record.Notice with
        {
            Batch = outside.Line(record.Notice.Batch),
            Alert = outside.Line(record.Notice.Alert),
            Target = outside.Line(record.Notice.Target),
            Cause = outside.Line(record.Notice.Cause),
        },
        LastError = outside.Line(record.LastError),
    };
}
