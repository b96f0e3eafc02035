using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Dialects;

/// <summary>How statements over whole sets are written in a dialect.</summary>
internal sealed class FlowDialect(SsisSqlDialect dialect)
{
    private readonly TermForms _forms = TermForms.Of(dialect);

    public SsisSqlDialect Dialect { get; } = dialect;

    /// <summary>Whether a join keeps the rows of both sides, whatever its condition.</summary>
    public bool JoinsBothSides => Dialect == SsisSqlDialect.SqlServer;

    public string Quote(string name) => SsisSqlText.Name(name, Dialect);

    /// <summary>A table; a name that a variable has stands as it is.</summary>
    public string Table(FlowTable table) =>
        (table.Database.Length > 0 ? $"{Name(table.Database)}." : "")
        + (table.Schema.Length > 0 ? $"{Name(table.Schema)}." : table.Database.Length > 0 ? "." : "")
        + Name(table.Name);

    public string Cast(string value, FlowType type) =>
        FlowColumnTypes.Of(type) is { } known ? _forms.Cast(value, known) : value;

    public string Null(FlowType type) => FlowColumnTypes.Of(type) is { } known ? _forms.Null(known) : "NULL";

    public string Number(int number) => _forms.Integer(number, SsisKind.I4);

    /// <summary>A text with blanks at its end, as it stands in a column of fixed width.</summary>
    public string Padded(string value, int width) => Dialect switch
    {
        SsisSqlDialect.SqlServer => $"LEFT(COALESCE({value}, '') + REPLICATE(' ', {width}), {width})",
        SsisSqlDialect.Sqlite =>
            $"substr(COALESCE({value}, '') || replace(hex(zeroblob({width})), '00', ' '), 1, {width})",
        _ => $"RPAD(COALESCE({value}, ''), {width}, ' ')",
    };

    /// <summary>A flag as a word.</summary>
    public string Worded(string value) => Dialect == SsisSqlDialect.PostgreSql
        ? $"CASE WHEN {value} THEN 'True' WHEN NOT {value} THEN 'False' END"
        : $"CASE WHEN {value} = 1 THEN 'True' WHEN {value} = 0 THEN 'False' END";

    /// <summary>A number that stops the statement as soon as it is needed.</summary>
    /// <param name="place">The component, and what of it.</param>
    /// <param name="why">What is wrong.</param>
    public string Fail(string place, string why) => _forms.Fail(FaultText.Of(place, why), SsisType.I4);

    /// <summary>Whether a cast can give NULL where it would fail.</summary>
    public static bool CastsToNull(SsisSqlDialect dialect) =>
        dialect is SsisSqlDialect.SqlServer or SsisSqlDialect.Sqlite;

    /// <summary>SQL of ours whose casts give NULL where they would fail. Those of a literal are there to fail.
    /// </summary>
    public static string Trying(SsisSqlDialect dialect, string sql)
    {
        if (dialect != SsisSqlDialect.SqlServer)
        {
            return sql;
        }

        var words = SqlWords.Of(sql);
        foreach (var (_, word) in words.Index().Reverse().Where(each => each.Item.Text is "CAST" or "CONVERT"
            && each.Index + 2 < words.Count && words[each.Index + 1].Text == "("
            && words[each.Index + 2].Text != "N"))
        {
            sql = sql.Insert(word.At, "TRY_");
        }

        return sql;
    }

    /// <summary>A text as a value.</summary>
    public string Literal(string text) => _forms.Texts.Literal(text);

    /// <summary>What tells values apart as the rows of a flow are told apart: texts by their characters, and no blank
    /// left out.</summary>
    public IEnumerable<string> Exactly(string value, FlowType type)
    {
        if (!FlowColumnTypes.IsText(type))
        {
            return [value];
        }

        return Dialect switch
        {
            SsisSqlDialect.SqlServer => [$"{value} COLLATE Latin1_General_100_BIN2", $"DATALENGTH({value})"],
            SsisSqlDialect.MariaDb => [$"CAST({value} AS BINARY)"],
            SsisSqlDialect.PostgreSql => [$"{value} COLLATE \"C\""],
            _ => [$"{value} COLLATE BINARY"],
        };
    }

    /// <summary>The same as one value.</summary>
    public string Distinct(string value, FlowType type) =>
        FlowColumnTypes.IsText(type) && Dialect == SsisSqlDialect.SqlServer
            ? $"CAST({value} AS varbinary(8000))" : Exactly(value, type).First();

    /// <summary>An order that means none, where one has to be written.</summary>
    public string NoOrder => Dialect == SsisSqlDialect.SqlServer ? " ORDER BY (SELECT NULL)" : "";

    /// <summary>Some rows, which ones is left to chance.</summary>
    public (string Head, string Tail) Some(int rows) => Dialect switch
    {
        SsisSqlDialect.SqlServer => ($"TOP ({rows}) ", $"ORDER BY {Chance}"),
        _ => ("", $"ORDER BY {Chance} LIMIT {rows}"),
    };

    /// <summary>The place of a row in an order that is left to chance.</summary>
    public string PlaceAtRandom => $"ROW_NUMBER() OVER (ORDER BY {Chance})";

    /// <summary>Whether chance takes a row: so many of a hundred, each row for itself.</summary>
    public string Share(int percent) => Dialect switch
    {
        SsisSqlDialect.SqlServer => $"ABS(CAST(CHECKSUM(NEWID()) AS bigint)) % 100 < {percent}",
        SsisSqlDialect.Sqlite => $"ABS(RANDOM() % 100) < {percent}",
        _ => $"{Chance} * 100 < {percent}",
    };

    /// <summary>A statement that changes rows of a table by those of another, whose columns no name of it is.</summary>
    /// <param name="table">The table's name as written.</param>
    /// <param name="changes">What is set.</param>
    /// <param name="landed">The other table, quoted.</param>
    /// <param name="condition">Which rows belong together.</param>
    public string Update(string table, string changes, string landed, string condition) => Dialect switch
    {
        SsisSqlDialect.SqlServer => string.Join('\n',
            "UPDATE " + table, "SET " + changes, $"FROM {table}, {landed}", "WHERE " + condition),
        SsisSqlDialect.MariaDb => string.Join('\n',
            $"UPDATE {table}, {landed}", "SET " + changes, "WHERE " + condition),
        _ => string.Join('\n', "UPDATE " + table, "SET " + changes, "FROM " + landed, "WHERE " + condition),
    };

    /// <summary>A statement that removes rows of a table that a row of another one names.</summary>
    public static string Delete(string table, string landed, string condition) => string.Join('\n',
        "DELETE FROM " + table, "WHERE EXISTS (", "  SELECT 1", "  FROM " + landed, $"  WHERE {condition})");

    private string Chance => Dialect switch
    {
        SsisSqlDialect.SqlServer => "NEWID()",
        SsisSqlDialect.MariaDb => "RAND()",
        _ => "RANDOM()",
    };

    private string Name(string name) => name.StartsWith("${", StringComparison.Ordinal) ? name : Quote(name);
}
