using System.Collections.Concurrent;
using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace Orchestrator.Tds;

/// <summary>What Microsoft's own parser of T-SQL says of a text, in each version that the engine goes to.</summary>
public static class SqlSyntax
{
    private const int KnownMax = 20_000;

    private static readonly (string Version, Func<TSqlParser> Parser)[] Versions =
    [
        ("2016", () => new TSql130Parser(initialQuotedIdentifiers: true)),
        ("2017", () => new TSql140Parser(initialQuotedIdentifiers: true)),
        ("2019", () => new TSql150Parser(initialQuotedIdentifiers: true)),
        ("2022", () => new TSql160Parser(initialQuotedIdentifiers: true)),
        ("2025", () => new TSql170Parser(initialQuotedIdentifiers: true)),
    ];

    // The statements of a process are mostly the same few.
    private static readonly ConcurrentDictionary<string, string?> Known = new(StringComparer.Ordinal);

    /// <summary>
    /// Why a text cannot be sent, with the version that says so; null where each version takes it. Texts in it that
    /// the server runs by themselves (EXEC, sp_executesql) are read too, where they stand there as a whole.
    /// </summary>
    public static string? Refusal(string sql)
    {
        if (Known.Count > KnownMax)
        {
            Known.Clear();
        }

        return Known.GetOrAdd(sql, static text => Versions
            .Select(one => Refusal(one.Version, one.Parser(), text))
            .FirstOrDefault(why => why is not null));
    }

    /// <summary>
    /// Names of queries in a text that call themselves. Such a query goes each way there is and cannot leave out what
    /// it has seen; in a catalog there are very many.
    /// </summary>
    public static IReadOnlyList<string> CallThemselves(string sql)
    {
        using var reader = new StringReader(sql);
        var found = new SqlFindings();
        Versions[0].Parser().Parse(reader, out _).Accept(found);
        return [.. found.CallThemselves, .. found.Nested.SelectMany(CallThemselves)];
    }

    private static string? Refusal(string version, TSqlParser parser, string sql)
    {
        // Every version gives the lock of a row by this name, which is undocumented and unknown to the parser.
        using var reader = new StringReader(sql.Replace("%%lockres%%", "[%%lockres%%]", StringComparison.Ordinal));
        var tree = parser.Parse(reader, out var errors);
        if (errors is [var first, ..])
        {
            return $"SQL Server {version}, line {first.Line}, column {first.Column}: {first.Message} ({first.Number}). "
                + $"It was: {Request.OneLine(sql)}";
        }

        var found = new SqlFindings();
        tree.Accept(found);
        return found.Refused is { } why
            ? $"{why} It was: {Request.OneLine(sql)}"
            : found.Nested.Select(text => Refusal(version, parser, text)).FirstOrDefault(inner => inner is not null);
    }
}
