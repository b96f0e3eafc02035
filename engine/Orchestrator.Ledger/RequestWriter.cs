using Orchestrator.Engine.Machine;

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
        statements["insert_request"].Bind(request.Run).Bind(Words<RequestVerb>.Of(request.Verb))
            .Bind(request.Node).Bind(request.AsSuccess ? AsSuccess : "").Bind(request.Reason)
            .Bind(request.Who).Bind(Instant.Of(request.Asked)),
        row => (long?)row.Number(0));

    /// <summary>Records an answer, inside the transaction of the caller.</summary>
    internal static void Answer(StatementCache statements, RecordAnswer answer, long at) =>
        statements["update_request"].Bind(answer.Request).Bind(at)
            .Bind(Words<RequestOutcome>.Of(answer.IsDone ? RequestOutcome.Done : RequestOutcome.Refused))
            .Bind(answer.Text).Run();

    /// <summary>Answers what a run that ends never heard of, inside the transaction of the caller.</summary>
    internal static void Close(StatementCache statements, long run, long at) =>
        statements["close_requests"].Bind(run).Bind(at).Bind(Words<RequestOutcome>.Of(RequestOutcome.Refused))
            .Bind("the run had ended before it heard of this").Run();

    internal static RequestRecord Read(Statement row) => new()
    {
        Number = row.Number(0),
        Run = row.Number(1),
        Verb = Words<RequestVerb>.Parse(row.Text(2)),
        Node = (int)row.Number(3),
        AsSuccess = row.Text(4) == AsSuccess,
        Reason = row.Text(5),
        Who = row.Text(6),
        Asked = Instant.At(row.Number(7)),
        Answered = Instant.AtOrNull(row.NumberOrNull(8)),
        Outcome = row.Text(9).Length == 0 ? null : Words<RequestOutcome>.Parse(row.Text(9)),
        Answer = row.Text(10),
    };
}
