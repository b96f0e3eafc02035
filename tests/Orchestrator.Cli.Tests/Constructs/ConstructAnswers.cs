using System.Text.RegularExpressions;
using Orchestrator.Tds;

namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>
/// A scripted SQL Server for one construct: tables as a store keeps them, to its own statements the answers that its
/// file gives, and to whatever else is asked that it is done.
/// </summary>
internal sealed partial class ConstructAnswers : IDisposable
{
    // The table that lacks where a construct wants a failure.
    private const string Missing = "nowhere";

    private readonly TdsServer _server = TdsServer.Start();
    private readonly TableStore _store;

    public ConstructAnswers(Construct construct)
    {
        // Who is declared last goes first: what the server and the store know of is theirs.
        _server.On(IsUnknown, (_, reply) => reply.Done(1));
        _store = new TableStore(_server);
        foreach (var (_, sql) in construct.Statements("setup", "SqlServer"))
        {
            Make(sql);
        }

        _server.On(
            request => Asked(request)?.Contains(Missing, StringComparison.Ordinal) == true,
            (_, reply) => reply.Error(208, $"Invalid object name '{Missing}'."));
        foreach (var (about, text) in construct.All("answer"))
        {
            Answer(about, text);
        }

        foreach (var (about, text) in construct.All("output"))
        {
            var (name, value) = (about.Split(' ')[1], Typed(text));
            _server.OnProcedure(about.Split(' ')[0], (_, reply) => reply.Output(name, value));
        }
    }

    /// <summary>What the engine needs to connect.</summary>
    public string ConnectionString =>
        $"Server=tcp:127.0.0.1,{_server.Port};Database=Staging;User ID=loader;Password=x;Encrypt=Optional";

    /// <summary>What it was sent.</summary>
    public IReadOnlyList<string> Lines => _server.Recorder.Lines;

    /// <summary>What it could not do.</summary>
    public IEnumerable<string> Failures =>
        [.. _server.Failures.Select(failure => failure.Message), .. _server.Unanswered];

    public void Dispose() => _server.Dispose();

    private static bool IsUnknown(Request request) => request switch
    {
        Batch batch => !OfTheServer().IsMatch(Request.OneLine(batch.Sql)),
        Call { Sql: { } sql } => !OfTheServer().IsMatch(Request.OneLine(sql)),
        Call call => !call.Procedure.StartsWith("sp_", StringComparison.Ordinal),
        _ => false,
    };

    /// <summary>A table that the construct finds; its rows are nobody's matter here.</summary>
    private void Make(string sql)
    {
        if (CreateTable().Match(sql) is { Success: true } made)
        {
            var columns = made.Groups["columns"].Value.Split(", ")
                .Select(column => column.Split(" default ")[0].Split(' ', 2))
                .Select(column => $"[{column[0]}] {column[1]}");
            _store.Run($"CREATE TABLE [dbo].[{made.Groups["table"].Value}] ({string.Join(", ", columns)})");
        }
    }

    /// <summary>`# answer PART: COLUMN TYPE, … = VALUE|… ; VALUE|…`, of what has that part in it.</summary>
    private void Answer(string part, string text)
    {
        var (columns, values) = (text.Split(" = ")[0].Split(", "), text.Split(" = ")[1].Split(" ; "));
        var rows = values.Select(row => row.Split('|').Select(Typed).ToArray()).ToArray();
        _server.On(
            request => Asked(request) is { } asked && asked.Contains(part, StringComparison.Ordinal)
                && !asked.Contains("dm_exec_describe", StringComparison.Ordinal),
            (_, reply) => reply.Rows(columns, rows));
    }

    private static string? Asked(Request request) =>
        request.Sql is { } sql ? Request.OneLine(sql) : (request as Call)?.Procedure;

    private static object? Typed(string value) =>
        value == "NULL" ? null : int.TryParse(value, out var number) ? (object)number : value;

    // What the server answers by itself, and what its client asks before it loads in bulk.
    [GeneratedRegex(
        @"^(set |use |kill |begin tran|(if @@trancount > 0 )?(commit|rollback)|select @@(spid|trancount)|insert bulk)",
        RegexOptions.IgnoreCase)]
    private static partial Regex OfTheServer();

    [GeneratedRegex(@"^create table (?<table>\w+) \((?<columns>.*)\)$")]
    private static partial Regex CreateTable();
}
