using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger.Serving;

/// <summary>Reads and writes firings, inside the transaction of the caller.</summary>
internal static class FiringStatements
{
    private const string Date = "yyyy-MM-dd";

    /// <summary>Adds one; null = it is there already, or the service has stopped.</summary>
    public static long? Insert(
        StatementCache statements, string environment, FiringClaim claim, FiringState state, long service,
        DateTimeOffset now)
    {
        var at = Instant.Of(now);
        return LedgerRows.Single(
            statements["insert_firing"].Bind(claim.Batch).Bind(claim.Trigger).Bind(environment)
                .Bind(Instant.Of(claim.Scheduled)).Bind(claim.AsOf.ToString(Date, CultureInfo.InvariantCulture))
                .Bind(claim.LocalTime).Bind(EnumWords<FiringCause>.Of(claim.Cause))
                .Bind(EnumWords<FiringState>.Of(state))
                .Bind(claim.Why).Bind(service).Bind(claim.Who).Bind(at)
                .Bind(state == FiringState.PassedOver ? at : (long?)null),
            row => (long?)row.Number(0));
    }

    /// <summary>The firing of a moment; null = there is none.</summary>
    public static FiringRecord? Of(StatementCache statements, string environment, FiringClaim claim) =>
        LedgerRows.Single(
            statements["select_firing_of_key"].Bind(claim.Batch).Bind(claim.Trigger).Bind(environment)
                .Bind(Instant.Of(claim.Scheduled)), Row);

    /// <summary>
    /// Notes the newest run of a firing: the first one, or one that continues it. False = the firing is not held so
    /// any more, or has another run.
    /// </summary>
    public static bool NoteRun(StatementCache statements, FiringFence fence, long run, long? continues) =>
        LedgerRows.All(
            statements["update_firing_run"].Bind(fence.Firing).Bind(fence.Token).Bind(run).Bind(continues)
                .Bind(EnumWords<FiringState>.Of(FiringState.Running)), row => row.Number(0)).Count > 0;

    /// <summary>Ends a firing; false = it is not held so any more.</summary>
    public static bool End(
        StatementCache statements, FiringFence fence, FiringState state, RunVerdict? outcome, string why,
        DateTimeOffset now) => LedgerRows.All(
            statements["update_firing_end"].Bind(fence.Firing).Bind(fence.Token).Bind(EnumWords<FiringState>.Of(state))
                .Bind(outcome is { } known ? EnumWords<RunVerdict>.Of(known) : "").Bind(Instant.Of(now)).Bind(why),
            row => row.Number(0)).Count > 0;

    /// <summary>Makes a firing that of another service; null = somebody else has it by now, or it has ended.</summary>
    public static FiringRecord? TakeOver(StatementCache statements, FiringRecord firing, long service) =>
        LedgerRows.All(
            statements["update_firing_taken"].Bind(firing.Number).Bind(firing.Token).Bind(service),
            row => row.Number(0)).Count > 0
                ? firing with { Service = service, Token = firing.Token + 1 } : null;

    public static FiringRecord Row(Statement row) => new()
    {
        Number = row.Number(FiringColumns.Firing),
        Batch = row.Text(FiringColumns.Batch),
        Trigger = row.Text(FiringColumns.TriggerName),
        Environment = row.Text(FiringColumns.Environment),
        Scheduled = Instant.At(row.Number(FiringColumns.ScheduledAt)),
        AsOf = DateOnly.ParseExact(row.Text(FiringColumns.AsOf), Date, CultureInfo.InvariantCulture),
        LocalTime = row.Text(FiringColumns.LocalTime),
        Cause = EnumWords<FiringCause>.Parse(row.Text(FiringColumns.Cause)),
        State = EnumWords<FiringState>.Parse(row.Text(FiringColumns.State)),
        Why = row.Text(FiringColumns.Why),
        Service = row.Number(FiringColumns.Service),
        Token = row.Number(FiringColumns.Token),
        Run = row.NumberOrNull(FiringColumns.Run),
        Outcome = row.Text(FiringColumns.Outcome) is { Length: > 0 } outcome
            ? EnumWords<RunVerdict>.Parse(outcome) : null,
        Who = row.Text(FiringColumns.Who),
        Claimed = Instant.At(row.Number(FiringColumns.ClaimedAt)),
        Ended = Instant.AtOrNull(row.NumberOrNull(FiringColumns.EndedAt)),
    };
}
