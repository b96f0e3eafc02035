using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Sets;

/// <summary>A column with the SQL that gives it.</summary>
internal sealed record SqlItem(SetColumn Column, string Sql);

/// <summary>A part of a statement that has a name (WITH).</summary>
/// <param name="Name">Quoted; empty of parts that a package has written itself.</param>
/// <param name="Body">The query; of those the parts as they stand behind WITH.</param>
internal sealed record SqlStep(string Name, string Body);

/// <summary>Rows that a statement in one database gives. What is said of it last is not yet a part of its own, so that
/// short flows stay short statements.</summary>
internal sealed record SqlSet : FlowSet
{
    public required FlowPlace Place { get; init; }

    public IReadOnlyList<SqlStep> Steps { get; init; } = [];

    /// <summary>What stands behind FROM.</summary>
    public string From { get; init; } = "";

    /// <summary>What stands behind that: WHERE, GROUP BY, ORDER BY.</summary>
    public string Tail { get; init; } = "";

    /// <summary>What stands before the columns: a number of rows.</summary>
    public string Head { get; init; } = "";

    public IReadOnlyList<SqlItem> Items { get; init; } = [];

    /// <summary>The name of the component that it is of.</summary>
    public required string Name { get; init; }

    /// <summary>The source, where it is nothing but a table, a procedure or a statement around which nothing can be
    /// written; null where it is a statement of ours.</summary>
    public FlowEnd? Bare { get; init; }

    /// <summary>Whether nothing that others change is read: only tables that were landed.</summary>
    public bool IsStable { get; init; }

    public IEnumerable<SetColumn> Columns => Items.Select(each => each.Column);

    /// <summary>Whether more can be said of it within a statement.</summary>
    public bool CanGrow => From.Length > 0;

    public SqlItem? Find(ColumnOrigin? origin) => Items.FirstOrDefault(each => each.Column.Origin == origin);

    /// <summary>The set, whose columns go by their names, with something further said of it.</summary>
    public SqlSet Grown(string name, IReadOnlyList<SqlItem> items, string tail = "", string head = "") =>
        this with { Name = name, Items = items, Tail = tail, Head = head, Bare = null };

    /// <summary>The set as something whose columns go by their names.</summary>
    public SqlSet Closed(FlowDialect dialect, Func<string, string> unique)
    {
        if (Tail.Length == 0 && Head.Length == 0 && Items.All(each => each.Sql == dialect.Quote(each.Column.Name)))
        {
            return this;
        }

        var name = dialect.Quote(unique(Name));
        return this with
        {
            Steps = [.. Steps, new(name, Select(Items.Select(each => (each.Sql, each.Column.Name)), dialect))],
            From = name,
            Tail = "",
            Head = "",
            Items = [.. Items.Select(each => each with { Sql = dialect.Quote(each.Column.Name) })],
            Bare = null,
        };
    }

    /// <summary>The whole statement, which gives columns by those names.</summary>
    public string Statement(IEnumerable<(string Sql, string Name)> columns, FlowDialect dialect) =>
        SqlLayout.With(Steps) + Select(columns, dialect);

    /// <summary>The query behind all named parts.</summary>
    public string Select(IEnumerable<(string Sql, string Name)> columns, FlowDialect dialect) =>
        SqlLayout.Select(Head, columns.Select(each => SqlLayout.Named(each.Sql, dialect.Quote(each.Name))), From, Tail);
}
