using System.Security.Cryptography;
using System.Text;
using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger.Alerts;

/// <summary>Reads and writes what alerts tell, inside the transaction of the caller.</summary>
internal static class AlertStatements
{
    /// <summary>Notes which alerts are declared; those that are forgotten are as new if they come back.</summary>
    public static IReadOnlyList<KnownAlert> Define(
        StatementCache statements, string environment, IReadOnlyList<(string Batch, string Alert)> declared,
        bool forget, DateTimeOffset now)
    {
        foreach (var gone in Known(statements, environment)
            .Where(one => forget && !declared.Contains((one.Batch, one.Alert))))
        {
            statements["delete_alert_state"].Bind(gone.Batch).Bind(gone.Alert).Bind(environment).Run();
        }

        foreach (var (batch, alert) in declared)
        {
            statements["insert_alert_state"].Bind(batch).Bind(alert).Bind(environment).Bind(Instant.Of(now)).Run();
        }

        return Known(statements, environment);
    }

    public static IReadOnlyList<KnownAlert> Known(StatementCache statements, string environment) => LedgerRows.All(
        statements["select_alert_states"].Bind(environment),
        row => new KnownAlert(row.Text(0), row.Text(1), Instant.At(row.Number(2))));

    /// <summary>Adds a notice; false = it is there.</summary>
    public static bool Insert(StatementCache statements, AlertNotice notice, DateTimeOffset now, DateTimeOffset due) =>
        LedgerRows.All(
            statements["insert_alert"].Bind(Id(notice)).Bind(notice.Environment).Bind(notice.Batch)
                .Bind(notice.Alert).Bind(notice.Event).Bind(notice.Target).Bind(notice.TargetHash)
                .Bind(notice.Occurrence).Bind(notice.Cause).Bind(notice.Run).Bind(notice.Detail)
                .Bind(Instant.Of(now)).Bind(Instant.Of(due)).Bind(EnumWords<AlertState>.Of(AlertState.Waiting)),
            row => row.Number(0)).Count > 0;

    /// <summary>When a target was told, or is to be, of a cause that came up since then; null = it was not.</summary>
    public static DateTimeOffset? Told(StatementCache statements, AlertNotice notice, DateTimeOffset since) =>
        LedgerRows.Single(
            statements["select_alert_quiet"].Bind(notice.Environment).Bind(notice.TargetHash).Bind(notice.Cause)
                .Bind(Instant.Of(since)),
            row => Instant.AtOrNull(row.NumberOrNull(0)));

    /// <summary>The targets that may be told something now, in the order in which it was noticed.</summary>
    public static IReadOnlyList<DueTarget> Targets(StatementCache statements, string environment, DateTimeOffset now) =>
        LedgerRows.All(
            statements["select_alert_targets_due"].Bind(environment).Bind(Instant.Of(now)),
            row => new DueTarget(row.Text(0), Instant.At(row.Number(1))));

    /// <summary>The oldest that a target may be told now; null = nothing.</summary>
    public static AlertRecord? Due(
        StatementCache statements, string environment, string target, DateTimeOffset now) => LedgerRows.All(
            statements["select_alert_due"].Bind(environment).Bind(target).Bind(Instant.Of(now)), Row)
            .FirstOrDefault();

    /// <summary>Claims what goes with a record; null = somebody else has.</summary>
    public static ClaimedMessage? Claim(
        StatementCache statements, AlertRecord record, Func<Guid> make, DateTimeOffset now, DateTimeOffset until)
    {
        var sending = EnumWords<AlertState>.Of(AlertState.Sending);
        var message = record.Message.Length > 0 ? record.Message : make().ToString();
        var claimed = record.Message.Length > 0
            ? statements["update_alerts_claimed_again"].Bind(sending).Bind(Instant.Of(until)).Bind(message)
                .Bind(record.Tries).Bind(Instant.Of(now))
            : statements["update_alerts_claimed"].Bind(sending).Bind(message).Bind(Instant.Of(until))
                .Bind(record.Notice.Environment).Bind(record.Notice.TargetHash).Bind(record.Notice.Cause);
        return LedgerRows.All(claimed, Row) is { Count: > 0 } rows
            ? new ClaimedMessage(message, rows[0].Tries, [.. rows.OrderBy(row => row.Number)]) : null;
    }

    /// <summary>Records what became of a try; false = somebody else has claimed the message since.</summary>
    public static bool End(
        StatementCache statements, ClaimedMessage message, AlertOutcome outcome, DateTimeOffset now) =>
        LedgerRows.All(
            statements["update_alerts_result"].Bind(EnumWords<AlertState>.Of(outcome.State))
                .Bind(Instant.Of(outcome.Due))
                .Bind(outcome.State is AlertState.Waiting ? (long?)null : Instant.Of(now)).Bind(outcome.Error)
                .Bind(message.Id).Bind(message.Tries),
            row => row.Number(0)).Count > 0;

    public static AlertRecord Row(Statement row) => new()
    {
        Number = row.Number(AlertColumns.Alert),
        Notice = new AlertNotice
        {
            Environment = row.Text(AlertColumns.Environment),
            Batch = row.Text(AlertColumns.Batch),
            Alert = row.Text(AlertColumns.AlertName),
            Event = row.Text(AlertColumns.Event),
            Target = row.Text(AlertColumns.Target),
            TargetHash = row.Text(AlertColumns.TargetHash),
            Occurrence = row.Text(AlertColumns.Occurrence),
            Cause = row.Text(AlertColumns.Cause),
            Run = row.NumberOrNull(AlertColumns.Run),
            Detail = row.Text(AlertColumns.Detail),
        },
        State = EnumWords<AlertState>.Parse(row.Text(AlertColumns.State)),
        Message = row.Text(AlertColumns.Message),
        Tries = (int)row.Number(AlertColumns.Tries),
        Noticed = Instant.At(row.Number(AlertColumns.NoticedAt)),
        Due = Instant.At(row.Number(AlertColumns.DueAt)),
        Ended = Instant.AtOrNull(row.NumberOrNull(AlertColumns.EndedAt)),
        LastError = row.Text(AlertColumns.LastError),
    };

    // What makes it this one, at a length that every index takes.
    private static string Id(AlertNotice notice) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(
        string.Join('\n', notice.Environment, notice.Batch, notice.Alert, notice.TargetHash, notice.Occurrence))));
}
