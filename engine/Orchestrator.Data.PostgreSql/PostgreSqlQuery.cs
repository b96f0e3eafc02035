using System.Globalization;
using System.Text.RegularExpressions;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// A query as COPY takes it. COPY knows no parameters, so their values become settings of the transaction, each cast
/// to the type that the server expects of it: one way of reading serves every query.
/// </summary>
internal sealed partial record PostgreSqlQuery
{
    private const string Prepared = "orchestrator_query";
    private const string SettingPrefix = "orchestrator.p";

    /// <summary>The query itself, its parameters replaced.</summary>
    public required string Text { get; init; }

    /// <summary>The COPY statement.</summary>
    public required string CopyText { get; init; }

    /// <summary>Line of the query's first word, from 1.</summary>
    public required int Line { get; init; }

    /// <summary>What it returns.</summary>
    public required IReadOnlyList<PostgreSqlColumn> Columns { get; init; }

    /// <summary>Asks the server what the query returns, without running it.</summary>
    /// <exception cref="DataRefusedException">It is several statements, or returns no rows.</exception>
    public static PostgreSqlQuery Describe(
        PostgreSqlDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        var statements = PostgreSqlScript.Split(sql).Take(2).ToArray();
        if (statements.Length != 1)
        {
            throw new DataRefusedException(
                "ORC3413", "The query is not one statement. Give a single statement that returns rows.");
        }

        var text = database.Watched(statements[0].Text, statements[0].Line, () =>
            WithSettings(database, statements[0].Text, values));
        var found = database.Watched(text, statements[0].Line, () => Fields(database, text));
        var types = Types(database, found);
        var casts = found.Select(field => CastOf(field.Oid, types)).ToArray();
        return new PostgreSqlQuery
        {
            Text = text,
            CopyText = PostgreSqlDialect.CopyOut(
                casts.Any(cast => cast is not null) ? PostgreSqlDialect.AsText(text, casts) : text),
            Line = statements[0].Line,
            Columns = [.. found.Select(field => ColumnOf(field, types))],
        };
    }

    private static string WithSettings(
        PostgreSqlDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        var used = new List<int>();
        var numbered = PostgreSqlParameters.ReplaceTyped(
            sql, values, index => $"${PostgreSqlCommands.PlaceOf(used, index)}");
        if (used.Count == 0)
        {
            return numbered;
        }

        database.Execute(PostgreSqlDialect.Prepare(Prepared, numbered));
        var types = database.Texts(PostgreSqlScripts.Read("parameter_types"), ("name", Prepared));
        database.Execute(PostgreSqlDialect.Deallocate(Prepared));
        foreach (var index in used)
        {
            var value = PostgreSqlCommands.Text(values[index].Value) ?? "";
            database.Execute(
                PostgreSqlScripts.Read("set_parameter"), ("name", $"{SettingPrefix}{index}"), ("value", value));
        }

        return PostgreSqlParameters.ReplaceTyped(sql, values, index =>
            PostgreSqlCommands.Text(values[index].Value) is null
                ? $"NULL::{types[used.IndexOf(index)]}"
                : PostgreSqlDialect.Setting($"{SettingPrefix}{index}", types[used.IndexOf(index)]));
    }

    private static List<(string Name, uint Oid, string Declaration)> Fields(PostgreSqlDatabase database, string text)
    {
        using var command = PostgreSqlCommands.Make(database.Connection, text, []);
        using var reader = command.ExecuteReader(System.Data.CommandBehavior.SchemaOnly);
        var fields = new List<(string Name, uint Oid, string Declaration)>();
        for (var i = 0; i < reader.FieldCount; i++)
        {
            fields.Add((reader.GetName(i), reader.GetDataTypeOID(i), reader.GetDataTypeName(i)));
        }

        return fields.Count > 0
            ? fields
            : throw new DataRefusedException(
                "ORC3413", "The query returns no columns. Give a single statement that returns rows.");
    }

    private static Dictionary<uint, (string Native, bool IsEnum)> Types(
        PostgreSqlDatabase database, List<(string Name, uint Oid, string Declaration)> fields)
    {
        var unknown = fields.Select(field => field.Oid).Where(oid => !CopyDecoders.Knows(oid)).ToArray();
        return unknown.Length == 0 ? [] : PostgreSqlCatalog.Types(database, unknown);
    }

    private static string? CastOf(uint oid, Dictionary<uint, (string Native, bool IsEnum)> types) =>
        CopyDecoders.Knows(oid) || (types.TryGetValue(oid, out var type) && type.IsEnum) ? null
        : oid == PostgreSqlOids.Money ? "::numeric::text"
        : "::text";

    private static PostgreSqlColumn ColumnOf(
        (string Name, uint Oid, string Declaration) field, Dictionary<uint, (string Native, bool IsEnum)> types)
    {
        var isOther = types.TryGetValue(field.Oid, out var type);
        var declared = Signed(field.Declaration);
        return new PostgreSqlColumn(field.Name, field.Oid, declared)
        {
            // The catalog knows the type without measures: bit alone would be bit(1), which holds no bit(5).
            Native = !isOther || Measures().Replace(declared, "") == type.Native ? declared : type.Native,
            IsEnum = isOther && type.IsEnum,
        };
    }

    // As the catalog writes it. A scale has eleven bits with a sign, which the client takes for a digit: 2046 is -2.
    private static string Signed(string declared) => Scale().Replace(declared.Replace(", ", ","), match =>
        int.Parse(match.ValueSpan, CultureInfo.InvariantCulture) is var scale and > PostgreSqlTypeMap.ScaleMax
            ? $"{scale - 2048}"
            : match.Value);

    [GeneratedRegex(@"(?<=^numeric\(\d+,)\d+(?=\))")]
    private static partial Regex Scale();

    [GeneratedRegex(@"\([\d,]+\)")]
    private static partial Regex Measures();
}
