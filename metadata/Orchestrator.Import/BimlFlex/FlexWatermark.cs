using System.Text.RegularExpressions;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Import.Foreign;

namespace Orchestrator.Import.BimlFlex;

/// <summary>Makes the watermark of an object of its parameters.</summary>
internal static partial class FlexWatermark
{
    private const string This = "@@this";

    /// <summary>The line under `watermarks`; null where there is none, or after what is wrong was said.</summary>
    /// <param name="definition">The object.</param>
    /// <param name="dialectOf">How statements are written for a connection.</param>
    /// <param name="problems">Takes what is wrong.</param>
    public static string? Of(
        FlexObject definition, Func<FlexConnection, Dialect> dialectOf, ForeignProblems problems)
    {
        string? line = null;
        foreach (var row in definition.Parameters)
        {
            if (line is not null)
            {
                Say(problems, row, "an object has one watermark, and this is its second parameter");
            }
            else
            {
                line = Line(definition, row, dialectOf, problems);
            }
        }

        return line;
    }

    private static string? Line(
        FlexObject definition, FlexRow row, Func<FlexConnection, Dialect> dialectOf, ForeignProblems problems)
    {
        var column = definition.Columns.FirstOrDefault(each => IsMeant(row, each));
        var from = row.Text("parameteroperator", "operator");
        var to = row.Text("parametertooperator", "tooperator");
        if (column?.SourceType is not { } type)
        {
            return Say(problems, row, "its column is none of the object's, or has no type");
        }

        if (!IsOrdered(type))
        {
            return Say(problems, row, $"its column is {type}: a number, a date or a date with a time has an order");
        }

        if (definition.IsFile || definition.Project.Target.IsFolder || definition.IsProcedure)
        {
            return Say(problems, row, "files and what a procedure returns have none");
        }

        if (from is not (">" or ">=") || to is not ("" or "<" or "<=")
            || row.Text("sqlexpression", "columnexpression", "parameteroverride", "parametertoexpression").Length > 0)
        {
            return Say(problems, row, "it compares otherwise than a column with where the last load ended");
        }

        if (row.Flag("notpersisted") == true)
        {
            return Say(problems, row, "where the last load ended is not kept");
        }

        var isTwice = from == ">=" && to is "" or "<=";
        return "  - " + YamlMapText.Map([
            .. YamlMapText.Pair("watermark", NameOf(row) is { Length: > 0 } name ? name : column.Name),
            .. YamlMapText.Pair("column", column.Name),
            .. YamlMapText.Pair("dataType", $"{type}"),
            .. isTwice || from == ">" ? Array.Empty<string>() : YamlMapText.Pair("from", from),
            .. isTwice || from == ">" ? Array.Empty<string>() : YamlMapText.Pair("to", "<"),
            .. YamlMapText.Raw("overlap", isTwice && definition.HasKey ? Overlap(type) : ""),
            .. YamlMapText.Pair("default", Default(row, type, problems)),
            .. YamlMapText.Pair("toSql", ToSql(definition, row, column, dialectOf(definition.Project.Source))),
        ]);
    }

    // Where the row at the bound is read again, the last load overlaps it by the least there is.
    private static string Overlap(SqlType type) =>
        !type.IsTemporal ? "1" : type.Kind == SqlTypeKind.Date ? "1d" : "1s";

    private static string Default(FlexRow row, SqlType type, ForeignProblems problems)
    {
        var text = row.Text("parameterdefault", "default").Trim('\'');
        if (text.Length == 0 || TypedValue.TryParse(type, text, out _, out _))
        {
            return text;
        }

        problems.Warn(ForeignCodes.Parameter, row.At,
            $"the default of the parameter is no {type}, and is left out", "the first load reads everything");
        return "";
    }

    // The largest value of the column needs no query, in whatever form it was carried.
    private static string ToSql(FlexObject definition, FlexRow row, FlexColumn column, Dialect dialect)
    {
        var sql = row.Text("parametersql");
        if (sql.Length == 0 || row.Flag("executesqlonsource") == false || (Largest().IsMatch(sql)
            && row.Text("fromsql", "wheresql").Length == 0))
        {
            return "";
        }

        var asked = sql.Replace(This, dialect.Quote(column.Name), StringComparison.OrdinalIgnoreCase);
        var from = row.Text("fromsql") is { Length: > 0 } own ? own
            : $"FROM {dialect.Quote(FlexQuery.TableOf(definition, dialect))}";
        return asked.StartsWith("SELECT", StringComparison.OrdinalIgnoreCase) ? asked
            : $"SELECT {asked} {from} {row.Text("wheresql")}".TrimEnd();
    }

    private static bool IsOrdered(SqlType type) => type.IsTemporal
        ? type.Kind != SqlTypeKind.Time : type.IsExactNumber && type.Kind != SqlTypeKind.Bit;

    private static string NameOf(FlexRow row) => row.Text("parametername", "name", "parameter");

    private static bool IsMeant(FlexRow row, FlexColumn column)
    {
        var name = row.Text("column", "columnname");
        var number = row.Text("columnuid", "columnid");
        return column.Name.Equals(name.Trim('[', ']'), StringComparison.OrdinalIgnoreCase)
            || column.Name.Equals(
                name[(name.LastIndexOf('.') + 1)..].Trim('[', ']'), StringComparison.OrdinalIgnoreCase)
            || (number.Length > 0 && column.Row.Text("columnuid", "columnid", "uid", "id") == number);
    }

    private static string? Say(ForeignProblems problems, FlexRow row, string why)
    {
        problems.Error(ForeignCodes.Parameter, row.At,
            $"the parameter '{ForeignProblems.Shown(NameOf(row))}' is no watermark: {why}",
            "write `where` or a query of the object for it");
        return null;
    }

    [GeneratedRegex("""
        (?ix)^ \s* (?: (?: CONVERT \s* \( \s* n? (?: var )? char \s* \( [^()]* \) \s* , | (?: CAST | LEFT | TO_VARCHAR
        | TO_CHAR | ISNULL | COALESCE ) \s* \( ) \s* )* MAX \s* \( \s* @@this \s* \) (?: \s* (?: \) | , \s* (?: [0-9]+
        | n? ' [^']* ' ) | AS \s+ n? (?: var )? char \s* (?: \( \s* (?: [0-9]+ | max ) \s* \) )? (?= \s* \) ) ) )*
        (?: \s+ AS \s+ [\[\]\w]+ )? \s* $
        """)]
    private static partial Regex Largest();
}
