using System.Globalization;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Requests;

namespace Orchestrator.Service.Scheduling;

/// <summary>Answers what people ask the service to run: each request becomes a firing, or is refused with a reason.
/// </summary>
internal sealed class StartRequests(
    ServiceLedger ledger, LedgerConnection connection, FiringClaims claims, TimeProvider time)
{
    private const string AsOf = "as-of";

    /// <summary>Answers all that are open.</summary>
    /// <param name="definitions">The definitions that are in force.</param>
    public void Turn(Definitions definitions)
    {
        foreach (var request in connection.Ask(reader => reader.OpenStartRequests(ledger.Environment)))
        {
            if (connection.Ask(reader => Refusal(reader, request, definitions)) is { Length: > 0 } why)
            {
                ledger.Refuse(request.Number, why);
            }
            else
            {
                claims.Fire(Claim(request, definitions), request.Number);
            }
        }
    }

    /// <summary>Why it cannot be; empty = it can.</summary>
    private static string Refusal(LedgerReader reader, StartRequest request, Definitions definitions) =>
        definitions.Batches.All(batch => batch.Name != request.Batch)
            ? $"there is no batch '{request.Batch}' in what is in force"
        : request.Trigger.Length > 0 && TriggerOf(request, definitions) is null
            ? $"the batch '{request.Batch}' has no trigger '{request.Trigger}' in what is in force"
        : request.Continues is { } run ? OfRun(reader, request, run) ?? "" : "";

    private static string? OfRun(LedgerReader reader, StartRequest request, long number) =>
        reader.Run(number) is not { } run || (run.Environment, run.Batch) != (request.Environment, request.Batch)
            ? $"there is no run {number} of '{request.Batch}' in this environment"
        : RetryRules.Refusal(reader, run)
            ?? (RetryRules.NightSince(reader, run) is { } since && !(since.Ended <= request.Asked)
                ? $"run {since.Number} of {run.Batch} has run since this was asked" : null);

    private static ServedTrigger? TriggerOf(StartRequest request, Definitions definitions) => definitions.Triggers
        .FirstOrDefault(trigger => trigger.Batch == request.Batch && trigger.Name == request.Trigger);

    private FiringClaim Claim(StartRequest request, Definitions definitions)
    {
        var now = time.GetUtcNow();
        var zone = TriggerOf(request, definitions)?.Zone ?? TimeZoneInfo.Local;
        var local = TimeZoneInfo.ConvertTime(now, zone).DateTime;
        return new FiringClaim
        {
            Batch = request.Batch,
            Trigger = request.Trigger,
            Scheduled = now,
            AsOf = request.Continues is { } run ? AsOfRun(run, local) : DateOnly.FromDateTime(local),
            LocalTime = FiringClaims.Local(local, zone),
            Cause = FiringCause.Manual,
            Why = request.Continues is { } continued ? $"goes on with run {continued}" : "",
            Who = request.Who,
        };
    }

    // Who goes on with a night loads that night.
    private DateOnly AsOfRun(long run, DateTime local) => DateOnly.TryParseExact(
        connection.Ask(reader => reader.Options(run)).FirstOrDefault(option => option.Name == AsOf)?.Value ?? "",
        "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date)
        ? date : DateOnly.FromDateTime(local);
}
