using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Data;
using Orchestrator.Import.Sql.Drafts;

namespace Orchestrator.Import.Sql.Typing;

/// <summary>Columns that queries return, as far as scripts tell them.</summary>
/// <param name="drafts">What was read.</param>
/// <param name="types">Knows types.</param>
/// <param name="table">Columns of a table or view; null = unknown.</param>
internal sealed class QueryColumns(
    SqlDrafts drafts, TypeLookup types, Func<TableName, IReadOnlyList<TypedColumn>?> table)
{
    private const int DepthMax = 50;
    private const int JoinsMax = 500;

    private readonly Dictionary<string, IReadOnlyList<TypedColumn>?> _named = new(StringComparer.OrdinalIgnoreCase);
    private int _depth;

    /// <summary>The columns of a statement; null where the names of some are not told.</summary>
    public IReadOnlyList<TypedColumn>? Of(SelectStatement statement)
    {
        foreach (var named in statement.WithCtesAndXmlNamespaces?.CommonTableExpressions ?? [])
        {
            _named[named.ExpressionName.Value] = Renamed(Of(named.QueryExpression), named.Columns);
        }

        return Of(statement.QueryExpression);
    }

    /// <summary>Columns with the names that they are given; null where they are not as many.</summary>
    public static IReadOnlyList<TypedColumn>? Renamed(
        IReadOnlyList<TypedColumn>? columns, IReadOnlyList<string> names) => names.Count == 0 ? columns
            : columns is null ? [.. names.Select(name => new TypedColumn(name, ToldValue.Unknown))]
            : columns.Count != names.Count ? null
            : [.. columns.Zip(names, (column, name) => column with { Name = name })];

    private static IReadOnlyList<TypedColumn>? Renamed(
        IReadOnlyList<TypedColumn>? columns, IList<Identifier> names) =>
        Renamed(columns, [.. names.Select(name => name.Value)]);

    private IReadOnlyList<TypedColumn>? Of(QueryExpression? query)
    {
        if (_depth >= DepthMax)
        {
            return null;
        }

        _depth++;
        var found = query switch
        {
            QuerySpecification select => Selected(select),
            QueryParenthesisExpression inner => Of(inner.QueryExpression),
            BinaryQueryExpression both => Both(Of(both.FirstQueryExpression), Of(both.SecondQueryExpression)),
            _ => null,
        };
        _depth--;
        return found;
    }

    private static IReadOnlyList<TypedColumn>? Both(
        IReadOnlyList<TypedColumn>? first, IReadOnlyList<TypedColumn>? second) => first is null ? null
            : second is null || second.Count != first.Count
                ? [.. first.Select(column => column with { Value = ToldValue.Unknown })]
            : [.. first.Zip(second, (one, other) => new TypedColumn(one.Name, Joint(one.Value, other.Value)))];

    private static ToldValue Joint(ToldValue one, ToldValue other) =>
        new(Arithmetic.Common([one.Type, other.Type]), one.Nullable || other.Nullable);

    private List<TypedColumn>? Selected(QuerySpecification select)
    {
        var from = new List<QuerySource>();
        foreach (var reference in select.FromClause?.TableReferences ?? [])
        {
            Add(from, reference, isOuter: false, depth: 0);
        }

        var values = new ExpressionTypes(drafts, types, column => Column(from, column));
        var columns = new List<TypedColumn>();
        foreach (var element in select.SelectElements)
        {
            var found = element switch
            {
                SelectStarExpression star => All(from, star.Qualifier?.Identifiers[^1].Value),
                SelectScalarExpression one => [new TypedColumn(NameOf(one) ?? "", values.Of(one.Expression))],
                _ => null,
            };
            if (found is null)
            {
                return null;
            }

            columns.AddRange(found);
        }

        return columns;
    }

    // The view may name what its query does not.
    private static string? NameOf(SelectScalarExpression one) => one.ColumnName?.Value
        ?? (one.Expression as ColumnReferenceExpression)?.MultiPartIdentifier?.Identifiers[^1].Value;

    private static List<TypedColumn>? All(List<QuerySource> from, string? qualifier)
    {
        var meant = from.Where(source => qualifier is null || source.IsCalled(qualifier)).ToArray();
        return meant.Length == 0 || meant.Any(source => source.Columns is null) ? null
            : [.. meant.SelectMany(source => source.Columns!)];
    }

    private static ToldValue Column(List<QuerySource> from, ColumnReferenceExpression reference)
    {
        var names = reference.MultiPartIdentifier.Identifiers;
        var found = from.Where(source => names.Count == 1 || source.IsCalled(names[^2].Value))
            .SelectMany(source => source.Columns ?? [])
            .Where(column => column.Name.Equals(names[^1].Value, StringComparison.OrdinalIgnoreCase)).ToArray();
        return found is [var only] ? only.Value : ToldValue.Unknown;
    }

    private void Add(List<QuerySource> from, TableReference reference, bool isOuter, int depth)
    {
        switch (depth < JoinsMax ? reference : null)
        {
            case QualifiedJoin join:
                var kind = join.QualifiedJoinType;
                Add(from, join.FirstTableReference,
                    isOuter || kind is QualifiedJoinType.RightOuter or QualifiedJoinType.FullOuter, depth + 1);
                Add(from, join.SecondTableReference,
                    isOuter || kind is QualifiedJoinType.LeftOuter or QualifiedJoinType.FullOuter, depth + 1);
                break;
            case UnqualifiedJoin join:
                Add(from, join.FirstTableReference, isOuter, depth + 1);
                Add(from, join.SecondTableReference, isOuter
                    || join.UnqualifiedJoinType == UnqualifiedJoinType.OuterApply, depth + 1);
                break;
            case JoinParenthesisTableReference inner:
                Add(from, inner.Join, isOuter, depth + 1);
                break;
            case NamedTableReference named:
                from.Add(new QuerySource(
                    named.Alias?.Value ?? named.SchemaObject.BaseIdentifier.Value, Loose(Read(named), isOuter)));
                break;
            case QueryDerivedTable derived:
                from.Add(new QuerySource(
                    derived.Alias?.Value ?? "", Loose(Renamed(Of(derived.QueryExpression), derived.Columns), isOuter)));
                break;
            default:
                from.Add(new QuerySource((reference as TableReferenceWithAlias)?.Alias?.Value ?? "", null));
                break;
        }
    }

    private IReadOnlyList<TypedColumn>? Read(NamedTableReference named)
    {
        var name = named.SchemaObject;
        return name.Identifiers.Count == 1 && _named.TryGetValue(name.BaseIdentifier.Value, out var columns) ? columns
            : name.DatabaseIdentifier is not null && !name.DatabaseIdentifier.Value.StartsWith("$(") ? null
            : table(drafts.Meant(drafts.Named(name.SchemaIdentifier?.Value, name.BaseIdentifier.Value)));
    }

    // Rows of the outer side of a join may be missing.
    private static IReadOnlyList<TypedColumn>? Loose(IReadOnlyList<TypedColumn>? columns, bool isOuter) =>
        !isOuter || columns is null ? columns
            : [.. columns.Select(column => column with { Value = column.Value with { Nullable = true } })];
}

/// <summary>What a query reads, by the name that it has there.</summary>
/// <param name="Columns">Its columns; null = unknown.</param>
internal sealed record QuerySource(string Name, IReadOnlyList<TypedColumn>? Columns)
{
    /// <summary>Whether a column that is written with this name before it is one of its own.</summary>
    public bool IsCalled(string name) => Name.Equals(name, StringComparison.OrdinalIgnoreCase);
}
