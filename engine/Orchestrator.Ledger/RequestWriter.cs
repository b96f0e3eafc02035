using Orchestrator.Core.Machine;
using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger;

/// <summary>Records what people ask of a run at work; the run itself answers.</summary>
public static class RequestWriter
{
    private const string AsSuccess = "success";

    /// <summary>Records a request and returns its number once it is on disk; null where the run has ended.</summary>
    /// <exception cref="LedgerException">The ledger cannot be opened or written.</exception>
    public static long? Ask(LedgerLocation location, TimeProvider time, RequestRecord request) =>
        SingleCommit.Do(location, time, fence: null, statements => Insert(statements, request));

    /// <summary>The same inside the transaction of the caller.</summary>
    internal static long? Insert(StatementCache statements, RequestRecord request) => LedgerRows.Single(
        statements["insert_request"].Bind(request.Run).Bind(EnumWords<RequestVerb>.Of(request.Verb))
            .Bind(request.Node).Bind(request.AsSuccess ? AsSuccess : "").Bind(request.Reason)
            .Bind(request.Who).Bind(Instant.Of(request.Asked)),
        row => (long?)row.Number(0));

    /// <summary>Records an answer, inside the transaction of the caller.</summary>
    internal static void Answer(StatementCache statements, RecordAnswer answer, long at) =>
        statements["update_request"].Bind(answer.Request).Bind(at)
            .Bind(EnumWords<RequestOutcome>.Of(answer.IsDone ? RequestOutcome.Done : RequestOutcome.Refused))
            .Bind(answer.Text).Run();

    /// <summary>Answers what a run that ends never heard of, inside the transaction of the caller.</summary>
    internal static void Close(StatementCache statements, long run, long at) =>
        statements["close_requests"].Bind(run).Bind(at).Bind(EnumWords<RequestOutcome>.Of(RequestOutcome.Refused))
            .Bind("the run had ended before it heard of this").Run();

    internal static RequestRecord Read(Statement row) => new()
    {
        Number = row.Number(RequestColumns.Request),
        Run = row.Number(RequestColumns.Run),
        Verb = EnumWords<RequestVerb>.Parse(row.Text(RequestColumns.Verb)),
        Node = (int)row.Number(RequestColumns.Node),
        AsSuccess = row.Text(RequestColumns.Value) == AsSuccess,
        Reason = row.Text(RequestColumns.Reason),
        Who = row.Text(RequestColumns.Who),
        Asked = Instant.At(row.Number(RequestColumns.AskedAt)),
        Answered = Instant.AtOrNull(row.NumberOrNull(RequestColumns.AnsweredAt)),
        Outcome = row.Text(RequestColumns.Outcome) is { Length: > 0 } outcome
            ? EnumWords<RequestOutcome>.Parse(outcome) : null,
        Answer = row.Text(RequestColumns.Answer),
    };
}
