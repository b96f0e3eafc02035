using System.Text.RegularExpressions;
using Orchestrator.Tds;

namespace Orchestrator.Cli.Tests;

/// <summary>A scripted SQL Server with one catalog of tables, which a test may change.</summary>
internal sealed partial class ScriptedCatalog : IDisposable
{
    private static readonly string[] PartColumns =
    [
        "schema nvarchar(128)", "name nvarchar(128)", "kind varchar(20)", "key nvarchar(128)",
        "column nvarchar(128)", "to_schema nvarchar(128)", "to nvarchar(128)", "to_column nvarchar(128)", "place int",
    ];

    private static readonly string[] ColumnColumns =
    [
        "name nvarchar(128)", "type nvarchar(128)", "max_length smallint", "precision tinyint", "scale tinyint",
        "is_nullable bit", "alias nvarchar(300)", "collation nvarchar(128)", "code_page int", "source varchar(10)",
        "schema nvarchar(128)", "table nvarchar(128)", "default nvarchar(max)", "computed nvarchar(max)",
        "identity varchar(10)",
    ];

    public ScriptedCatalog()
    {
        Server.On(Session(), _ => { });
        Server.On(Identity(), reply => reply.Rows(
            ["version varchar(128)", "database nvarchar(128)", "user nvarchar(128)"], [Version, "Crm", "etl"]));
        Server.On(Describe(), _ => { });
        Server.On(Parts(), reply => reply.Rows(PartColumns, [.. Tables]));
        Server.On(Rights(), reply => reply.Rows(
            ["schema nvarchar(128)", "name nvarchar(128)", "kind varchar(20)"], [.. Allowed]));
        Server.On(PartsShown(), reply => reply.Rows(
            ["schema nvarchar(128)", "name nvarchar(128)", "why nvarchar(500)", "masked int"], [.. Filtered]));
        Server.On(Facts(), reply => reply.Rows(
            ["kind varchar(20)", "name nvarchar(300)", "bytes bigint"], [.. Told]));
        Server.On(LostInCrash(), reply => reply.Rows(
            ["schema nvarchar(128)", "name nvarchar(128)"], [.. InMemoryAlone]));
        Server.On(TableColumns(), reply => reply.Rows(ColumnColumns, [.. Columns]));
    }

    public TdsServer Server { get; } = TdsServer.Start();

    public string ConnectionString =>
        $"Server=tcp:127.0.0.1,{Server.Port};Database=Crm;User ID=etl;Password=s3cret;Encrypt=Optional";

    /// <summary>What the server says of its version.</summary>
    public string Version { get; set; } = "16.0.4135.4";

    /// <summary>Rows that tell of tables and their keys.</summary>
    public List<object?[]> Tables { get; } = [];

    /// <summary>Rows that tell of columns.</summary>
    public List<object?[]> Columns { get; } = [];

    /// <summary>Rows that tell of rights.</summary>
    public List<object?[]> Allowed { get; } = [];

    /// <summary>Rows that tell of sizes and features.</summary>
    public List<object?[]> Told { get; } = [];

    /// <summary>Schemas and names of tables whose rows are in memory alone.</summary>
    public List<object?[]> InMemoryAlone { get; } = [];

    /// <summary>Schemas and names of tables that policies filter, and why.</summary>
    public List<object?[]> Filtered { get; } = [];

    /// <summary>A table with an int column Id as its primary key.</summary>
    public void Table(string schema, string name, string kind = "table")
    {
        Tables.Add([schema, name, kind, "", "", "", "", "", 0]);
        if (kind == "table")
        {
            Tables.Add([schema, name, "primary key", $"PK_{name}", "Id", "", "", "", 1]);
        }

        Column(schema, name, "Id", "int", 4, isNullable: false);
    }

    public void ForeignKey(string schema, string name, string column, string to) =>
        Tables.Add([schema, name, "foreign key", $"FK_{name}", column, schema, to, "Id", 1]);

    public void Column(
        string schema, string table, string name, string type, int bytes, int precision = 0, int scale = 0,
        bool isNullable = true, string? collation = null, int? codePage = null, string? fallback = null,
        string? computed = null, string? identity = null) => Columns.Add(
        [
            name, type, (short)bytes, (byte)precision, (byte)scale, isNullable, null, collation, codePage,
            computed is not null ? "computed" : identity ?? "", schema, table, fallback, computed, identity,
        ]);

    public void Dispose() => Server.Dispose();

    [GeneratedRegex("^SET XACT_ABORT ON; SET ARITHABORT ON")]
    private static partial Regex Session();

    [GeneratedRegex("dm_exec_describe_first_result_set")]
    private static partial Regex Describe();

    [GeneratedRegex("serverproperty")]
    private static partial Regex Identity();

    [GeneratedRegex("sys.security_predicates")]
    private static partial Regex PartsShown();

    [GeneratedRegex("has_perms_by_name")]
    private static partial Regex Rights();

    [GeneratedRegex("t.durability = 1")]
    private static partial Regex LostInCrash();

    [GeneratedRegex("fileproperty")]
    private static partial Regex Facts();

    [GeneratedRegex("sys.foreign_key_columns")]
    private static partial Regex Parts();

    [GeneratedRegex("sys.default_constraints")]
    private static partial Regex TableColumns();
}
