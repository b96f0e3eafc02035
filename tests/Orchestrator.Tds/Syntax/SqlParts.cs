using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Orchestrator.Tds;

/// <summary>
/// What Microsoft's parser finds in a text, in the order in which it stands there: so that a test can say what a
/// hostile text has become of it, and that it is nothing else.
/// </summary>
public sealed class SqlParts
{
    private SqlParts(IReadOnlyList<string> statements, IReadOnlyList<string> names, IReadOnlyList<string> literals,
        IReadOnlyList<string> variables) =>
        (Statements, Names, Literals, Variables) = (statements, names, literals, variables);

    /// <summary>The kinds of its statements: SelectStatement.</summary>
    public IReadOnlyList<string> Statements { get; }

    /// <summary>Its names of tables, columns and the like, without their quotes.</summary>
    public IReadOnlyList<string> Names { get; }

    /// <summary>Its literals, without their quotes.</summary>
    public IReadOnlyList<string> Literals { get; }

    /// <summary>Its variables and parameters, with their @.</summary>
    public IReadOnlyList<string> Variables { get; }

    /// <summary>The parts of a text.</summary>
    /// <exception cref="FormatException">It is no T-SQL.</exception>
    public static SqlParts Of(string sql)
    {
        using var reader = new StringReader(sql);
        var tree = new TSql170Parser(initialQuotedIdentifiers: true).Parse(reader, out var errors);
        if (errors is [var first, ..])
        {
            throw new FormatException($"line {first.Line}, column {first.Column}: {first.Message}: {sql}");
        }

        var (top, parts) = (((TSqlScript)tree).Batches.SelectMany(batch => batch.Statements), new Visitor());
        tree.Accept(parts);
        return new SqlParts(
            [.. top.Select(statement => statement.GetType().Name)], InOrder(parts.Names), InOrder(parts.Literals),
            InOrder(parts.Variables));
    }

    /// <inheritdoc/>
    public override string ToString() => $"{string.Join(' ', Statements)}: names {string.Join(' ', Names)}, literals "
        + $"{string.Join(' ', Literals)}, variables {string.Join(' ', Variables)}";

    private static IReadOnlyList<string> InOrder(IEnumerable<(int Place, string Text)> parts) =>
        [.. parts.OrderBy(part => part.Place).Select(part => part.Text)];

    private sealed class Visitor : TSqlFragmentVisitor
    {
        public List<(int Place, string Text)> Names { get; } = [];

        public List<(int Place, string Text)> Literals { get; } = [];

        public List<(int Place, string Text)> Variables { get; } = [];

        public override void Visit(Identifier node) => Names.Add((node.StartOffset, node.Value));

        public override void Visit(Literal node) => Literals.Add((node.StartOffset, node.Value));

        public override void Visit(VariableReference node) => Variables.Add((node.StartOffset, node.Name));
    }
}
