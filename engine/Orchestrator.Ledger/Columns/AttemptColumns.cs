using Orchestrator.Data;

namespace Orchestrator.Ledger.Columns;

/// <summary>An attempt: its columns, and those among them that say what it has moved, read and written.</summary>
internal static class AttemptColumns
{
    public static readonly ColumnList All = new("attempt");
    public static readonly RecordColumn Attempt = All.Next("attempt");
    public static readonly RecordColumn Run = All.Next("run");
    public static readonly RecordColumn Node = All.Next("node");
    public static readonly RecordColumn Number = All.Next("number");
    public static readonly RecordColumn State = All.Next("state");
    public static readonly RecordColumn StartedAt = All.Next("started_at");
    public static readonly RecordColumn EndedAt = All.Next("ended_at");
    public static readonly RecordColumn Queued = All.Next("queued");
    public static readonly RecordColumn Waiting = All.Next("waiting");
    public static readonly RecordColumn Working = All.Next("working");

    private static readonly (RecordColumn Column, AttemptFact<string> Fact)[] Texts =
        [.. AttemptWork.Texts.Select(fact => (All.Written(fact.Column), fact))];

    private static readonly (RecordColumn Column, AttemptFact<long> Fact)[] Numbers =
        [.. AttemptWork.Numbers.Select(fact => (All.Written(fact.Column), fact))];

    public static readonly RecordColumn Thread = All.Written("thread");
    public static readonly RecordColumn Scope = All.Next("scope");

    /// <summary>What an attempt has moved, from a row.</summary>
    public static AttemptWork Work(Statement row)
    {
        var work = Texts.Aggregate(new AttemptWork(), (told, text) => text.Fact.Into(told, row.Text(text.Column)));
        return Numbers.Aggregate(work, (told, number) => number.Fact.Into(told, row.Number(number.Column)));
    }

    /// <summary>Binds what an attempt has to tell: each column that is written, in the order of the list.</summary>
    public static Statement Bind(Statement statement, AttemptResult result)
    {
        foreach (var (_, fact) in Texts)
        {
            statement.Bind(fact.Of(result.Work));
        }

        foreach (var (_, fact) in Numbers)
        {
            statement.Bind(fact.Of(result.Work));
        }

        return statement.Bind(result.Thread);
    }
}
