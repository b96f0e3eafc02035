using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Sources that read a database: a table, a statement, a procedure.</summary>
internal static class TableSources
{
    public static void Translate(FlowWork work, FlowComponent component)
    {
        var place = work.Places.Of(component);
        if (place.Dialect is null)
        {
            var unknown = work.Places.Connection(component);
            throw FlowOpenException.NoPlatform(
                $"{ConnectionDialects.Unknown(unknown)}: bring its rows by a program, or from a database of a platform "
                    + "that has them", unknown.Provider);
        }

        var output = FlowWork.MainOutputs(component).FirstOrDefault()
            ?? throw FlowOpenException.Missing("it has no output", component.Name);
        var set = WrittenSources.Of(work, component) is { } table
            ? OfTable(component, place, table) : OfStatement(work, component, place);
        var items = Items(work, component, output, FlowWork.DialectOf(set));
        work.Give(component, output, set with
        {
            Items = items,
            RedirectsErrors = output.Columns.Any(each => work.Columns.IsTaken(
                    FlowColumns.OriginOf(component, output, each))
                && (each.OnError == RowDisposition.RedirectRow || each.OnTruncation == RowDisposition.RedirectRow)),
        });
        work.Mapped(component, set.Bare switch
        {
            FlowTable known => $"the source {known.Name}",
            FlowProcedure known => $"the procedure {known.Name}",
            _ => "the query of its load",
        });
    }

    private static SqlSet OfTable(FlowComponent component, FlowPlace place, FlowTable table) => new()
    {
        Place = place,
        Name = component.Name,
        Bare = table,
        From = new FlowDialect(place.Dialect!.Value).Table(table),
    };

    private static SqlSet OfStatement(FlowWork work, FlowComponent component, FlowPlace place)
    {
        var written = WrittenSources.Statement(work, component);
        var dialect = new FlowDialect(place.Dialect!.Value);
        return written.Kind switch
        {
            WrittenKind.Query => OfQuery(work, component.Name, place, written, dialect),
            WrittenKind.Call => new()
            {
                Place = place,
                Name = component.Name,
                Bare = Called(place, written.Text),
            },
            WrittenKind.Batch when TransactSql.Is(place.Dialect) && WrittenBatch.OnlyReads(written.Text) =>
                new()
                {
                    Place = place,
                    Name = component.Name,
                    Bare = new FlowQuery(place.Connection, written.Text, true),
                },
            _ => throw FlowOpenException.Statement(
                "it gives rows by several statements: make a procedure of them, or one query", written.Text),
        };
    }

    /// <summary>A written query as a part of a statement.</summary>
    public static SqlSet OfQuery(
        FlowWork work, string name, FlowPlace place, WrittenQuery written, FlowDialect dialect)
    {
        var part = dialect.Quote(work.Names.Part(name));
        SqlStep[] own = written.With.Length > 0 ? [new("", written.With)] : [];
        return new()
        {
            Place = place,
            Name = name,
            Bare = new FlowQuery(place.Connection, written.Text, true),
            Steps = [.. own, new(part, written.Body)],
            From = part,
        };
    }

    /// <summary>The call of a procedure as a source. What goes by its place, and a result whose columns the call names,
    /// no words of ours say but its own.</summary>
    public static FlowEnd Called(FlowPlace place, string text) => WrittenCall.Of(text) switch
    {
        { IsNamed: true, SaysColumns: false } call => new FlowProcedure(place.Connection, call.Procedure,
            [.. call.Arguments.Select(each => new FlowArgument(each.Name, each.Value))]),
        { } call => new FlowQuery(place.Connection, call.Statement, true),
        null when TransactSql.Is(place.Dialect) && WrittenBatch.OnlyReads(text) && !GivesMore(text) =>
            new FlowQuery(place.Connection, WrittenCall.StatementOf(text), true),
        null => throw FlowOpenException.Statement(
            "it is no call of one procedure with values for its parameters: write the query", text),
    };

    // Parameters that come back would be lost, and of several results nobody says which one is taken.
    private static bool GivesMore(string call) => SqlWords.Of(call).Any(word =>
        word.Text.ToUpperInvariant() is "OUTPUT" or "OUT" or "RESULT");

    private static List<SqlItem> Items(
        FlowWork work, FlowComponent component, FlowOutput output, FlowDialect dialect)
    {
        var columns = output.Columns.Where(each =>
            work.Columns.IsTaken(FlowColumns.OriginOf(component, output, each))).ToList();
        columns = columns.Count > 0 ? columns : [.. output.Columns.Take(1)];
        return columns.ConvertAll(each =>
        {
            var name = each.ExternalColumn.Length > 0 ? each.ExternalColumn : each.Name;
            return new SqlItem(
                new(FlowColumns.OriginOf(component, output, each), name, each.Type), dialect.Quote(name));
        });
    }
}
