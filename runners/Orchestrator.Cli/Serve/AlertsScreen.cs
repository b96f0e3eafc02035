using Orchestrator.Cli.Output;
using Orchestrator.Ledger.Alerts;
using Orchestrator.Service.Alerts;

namespace Orchestrator.Cli.Serve;

/// <summary>A target to which a test message was sent.</summary>
/// <param name="Alert">BATCH/ALERT.</param>
/// <param name="Target">Its name, without secrets.</param>
/// <param name="Result">What it answered.</param>
internal sealed record TestedTarget(string Alert, string Target, SendResult Result);

/// <summary>What alerts have told, and what targets answered.</summary>
internal static class AlertsScreen
{
    public static IEnumerable<Line> Lines(IReadOnlyList<AlertRecord> records) => records.Count == 0
        ? []
        : Table.Lines(["noticed", "event", "alert", "run", "target", "state"],
            records.Select(one => new[]
            {
                Words.Moment(one.Noticed), one.Notice.Event, $"{one.Notice.Batch}/{one.Notice.Alert}",
                one.Notice.Run?.ToString() ?? "", one.Notice.Target, State(one),
            }), (row, column) => column != 5 ? Ink.Plain : records[row].State switch
            {
                AlertState.Sent => Ink.Good,
                AlertState.GivenUp => Ink.Bad,
                _ => Ink.Warn,
            });

    public static Line Line(TestedTarget tested) =>
        new Line(tested.Result.IsSent ? "sent  " : "FAILED  ", tested.Result.IsSent ? Ink.Good : Ink.Bad)
            .Add($"{tested.Alert} to {tested.Target}: {tested.Result.Answer}");

    public static object Document(IReadOnlyList<TestedTarget> tested) => new
    {
        schema_version = Json.SchemaVersion,
        targets = tested.Select(one => new
        {
            alert = one.Alert,
            target = one.Target,
            is_sent = one.Result.IsSent,
            answer = one.Result.Answer,
        }),
    };

    public static object Document(IReadOnlyList<AlertRecord> records) => new
    {
        schema_version = Json.SchemaVersion,
        alerts = records.Select(one => new
        {
            number = one.Number,
            batch = one.Notice.Batch,
            alert = one.Notice.Alert,
            @event = one.Notice.Event,
            target = one.Notice.Target,
            cause = one.Notice.Cause,
            run = one.Notice.Run,
            state = one.State.ToString().ToLowerInvariant(),
            message = one.Message.Length == 0 ? null : one.Message,
            tries = one.Tries,
            noticed_at = one.Noticed,
            due_at = one.Due,
            ended_at = one.Ended,
            last_error = one.LastError.Length == 0 ? null : one.LastError,
        }),
    };

    private static string State(AlertRecord record) => record.State switch
    {
        AlertState.Sent => "sent",
        AlertState.GivenUp => $"given up: {record.LastError}",
        AlertState.Sending => "being sent",
        _ => record.LastError.Length == 0 ? "to be sent" : $"try {record.Tries} failed: {record.LastError}",
    };
}
