using Orchestrator.Data;

namespace Orchestrator.Import.BimlFlex;

/// <summary>The query that BimlFlex makes of an object whose parts of a SELECT are written.</summary>
internal static class FlexQuery
{
    private const string This = "@@this";
    private const string Standard = "src";
    private const string Where = "WHERE";

    /// <summary>Whether a table and a condition say less than the object does.</summary>
    public static bool IsNeeded(FlexObject definition)
    {
        var row = definition.Row;
        return row.Text("fromsql", "joinsql", "selectbysql", "groupbysql").Length > 0
            || row.Text("wheresql").Contains($"{Alias(row)}.", StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>The query, a clause a line; what computes a column stands in it.</summary>
    public static string Of(FlexObject definition, Dialect dialect)
    {
        var row = definition.Row;
        var alias = Alias(row);
        var select = string.Join(", ", definition.Columns.Select(column => Column(column, alias, dialect)));
        string[] clauses =
        [
            Joined("SELECT", row.Text("selectbysql"), select.Length == 0 ? $"{alias}.*" : select),
            From(row, alias, dialect.Quote(TableOf(definition, dialect))),
            row.Text("joinsql"), Condition(Where, row.Text("wheresql")), row.Text("groupbysql"),
            row.Text("selectbysql").Length == 0 ? "" : row.Text("orderbysql"),
        ];
        return string.Join('\n', clauses.Where(clause => clause.Length > 0));
    }

    /// <summary>The table that is read.</summary>
    public static TableName TableOf(FlexObject definition, Dialect dialect) =>
        dialect.Table(Schema(definition), definition.Table);

    /// <summary>A condition without the word before it.</summary>
    public static string Bare(string condition) =>
        condition.StartsWith(Where, StringComparison.OrdinalIgnoreCase) && condition.Length > Where.Length
            && (char.IsWhiteSpace(condition[Where.Length]) || condition[Where.Length] is '(' or '[')
            ? condition[Where.Length..].Trim() : condition;

    private static string From(FlexRow row, string alias, string table) =>
        row.Text("fromsql") is { Length: > 0 } own ? own.Replace(This, table, StringComparison.OrdinalIgnoreCase)
            : $"FROM {table} {alias}";

    private static string Condition(string word, string condition) =>
        condition.Length == 0 ? "" : $"{word} {Bare(condition)}";

    private static string Column(FlexColumn column, string alias, Dialect dialect)
    {
        var name = dialect.Quote(column.Name);
        var own = column.Row.Text("sqlsourceexpression");
        return own.Length == 0 ? $"{alias}.{name}"
            : $"{own.Replace(This, $"{alias}.{name}", StringComparison.OrdinalIgnoreCase)} AS {name}";
    }

    private static string Joined(params string[] words) => string.Join(' ', words.Where(word => word.Length > 0));

    private static string? Schema(FlexObject definition) => definition.Schema.Length > 0 ? definition.Schema : null;

    private static string Alias(FlexRow row) => row.Text("objectalias") is { Length: > 0 } own ? own : Standard;
}
