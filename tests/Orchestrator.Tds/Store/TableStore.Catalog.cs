using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <content>What the driver asks of catalog, markers and transactions.</content>
public sealed partial class TableStore
{
    private const string Found =
        "name nvarchar(128), type nvarchar(128), bytes smallint, p tinyint, s tinyint, nullable bit, "
        + "alias nvarchar(128), collation nvarchar(128), page int, source varchar(10)";

    private void Catalog()
    {
        _server.On(Describe(), _ => { });
        _server.On(Dependents(), _ => { });
        _server.On(Cascades(), _ => { });
        _server.On(PointsToItself(), _ => { });
        _server.On(LostInCrash(), (request, reply) => reply.Rows(
            ["schema nvarchar(128)", "name nvarchar(128)"],
            [.. InMemoryAlone.Where(one => one == ($"{((Call)request)["@schema"]}", $"{((Call)request)["@name"]}"))
                .Select(one => (object?[])[one.Schema, one.Name])]));
        _server.On(PartsShown(), (request, reply) => reply.Rows(
            ["schema nvarchar(128)", "name nvarchar(128)", "why nvarchar(500)", "masked int"],
            [.. Filtered.Where(one => ((Call)request)["@name"] is "" or null
                    || (one.Schema, one.Name) == ($"{((Call)request)["@schema"]}", $"{((Call)request)["@name"]}"))
                .Select(one => (object?[])[one.Schema, one.Name, one.Why, 0])]));
        _server.On(Identity(), _ => { });
        _server.On(CodePage(), reply => reply.Value("int", 1252));
        _server.On(HasSchema(), reply => reply.Value("int", 1));
        _server.On(OneAtATime(), _ => { });
        _server.On(Save(), (request, _) => _marks[request.Session.Id] = request.Session.Mark);
        _server.On(BackToMark(), (request, _) => request.Session.BackTo(_marks[request.Session.Id]));
        _server.On(Held(), (request, reply) => reply.Value("int", IsClaimed((Call)request) ? 1 : 0));
        _server.On(HolderText(), (_, reply) => reply.Rows(["holder nvarchar(200)"]));
        _server.On(Kind(), (request, reply) => Told((Call)request, (_, known) =>
        {
            if (known)
            {
                reply.Value("varchar(20)", "table");
            }
        }));
        _server.On(Columns(), (request, reply) => Told((Call)request, (table, _) => reply.Rows(
            [.. StoredNames.Parts(Found).Select(Column.Parse)],
            table?.Columns.Select(Row) ?? [])));
    }

    private void Told(Call call, Action<StoredTable?, bool> tell)
    {
        lock (_one)
        {
            var table = _tables.GetValueOrDefault($"[{call["@schema"]}].[{call["@name"]}]");
            tell(table, table is not null);
        }
    }

    private static object?[] Row(Column column)
    {
        var type = column.Type;
        var width = type.Kind is TdsKind.NChar or TdsKind.NVarChar && type.Length > 0 ? 2 : 1;
        var name = type.UdtName ?? TdsTypeName().Match(type.ToString()).Value;
        return
        [
            column.Name, name, (short)(type.Length * width), type.Precision, type.Scale, column.IsNullable, null,
            type.Collation?.Name, type.Collation?.CodePage, "",
        ];
    }

    [GeneratedRegex(@"^\w+")]
    private static partial Regex TdsTypeName();

    [GeneratedRegex("^SET XACT_ABORT ON; SET ARITHABORT ON")]
    private static partial Regex SessionText();

    [GeneratedRegex("FROM sys.dm_exec_sessions WHERE \\(program_name")]
    private static partial Regex SessionsLeft();

    [GeneratedRegex("dm_exec_describe_first_result_set")]
    private static partial Regex Describe();

    [GeneratedRegex(@"^DECLARE @t int = object_id\(quotename")]
    private static partial Regex Dependents();

    [GeneratedRegex("^SELECT 'foreign key '")]
    private static partial Regex Cascades();

    [GeneratedRegex("f.referenced_object_id = f.parent_object_id")]
    private static partial Regex PointsToItself();

    [GeneratedRegex("t.durability = 1")]
    private static partial Regex LostInCrash();

    [GeneratedRegex("sys.security_predicates")]
    private static partial Regex PartsShown();

    [GeneratedRegex("c.is_identity = 1$|c.default_object_id <> 0$")]
    private static partial Regex Identity();

    [GeneratedRegex("databasepropertyex")]
    private static partial Regex CodePage();

    [GeneratedRegex(@"^SELECT count\(\*\) FROM sys.schemas")]
    private static partial Regex HasSchema();

    [GeneratedRegex("WHEN 'U' THEN 'table'")]
    private static partial Regex Kind();

    [GeneratedRegex("^SELECT c.name, coalesce")]
    private static partial Regex Columns();

    [GeneratedRegex(@"^EXEC sp_getapplock @Resource = N'orchestrator'")]
    private static partial Regex OneAtATime();

    [GeneratedRegex(@"NOLOCK.*READPAST")]
    private static partial Regex Held();

    [GeneratedRegex(@"orchestrator\.markers AS m WITH \(NOLOCK\)")]
    private static partial Regex HolderText();

    [GeneratedRegex("SAVE TRANSACTION (part|take_table)$")]
    private static partial Regex Save();

    [GeneratedRegex("^ROLLBACK TRANSACTION (part|take_table)$")]
    private static partial Regex BackToMark();

    [GeneratedRegex(
        @"^(?<unless>IF object_id\(.*?\) IS NULL )?CREATE TABLE (?<table>\S+) \( ?(?<columns>.*?) ?\)$")]
    private static partial Regex CreateTable();

    [GeneratedRegex(@"^CREATE UNIQUE (CLUSTERED )?INDEX \S+ ON (?<table>\S+) \((?<columns>.*)\)$")]
    private static partial Regex CreateIndex();

    [GeneratedRegex(@"^ALTER TABLE (?<table>\S+) ADD (?<column>.+)$")]
    private static partial Regex AddColumn();

    [GeneratedRegex(@"^SELECT TOP \([01]\) (\*|1) FROM (?<table>\S+)( WITH .*)?$")]
    private static partial Regex Shape();

    [GeneratedRegex(@"^DROP TABLE IF EXISTS (?<table>\S+)$")]
    private static partial Regex DropTable();

    [GeneratedRegex(@"^DROP TABLE (?<table>\[\S+)$")]
    private static partial Regex DropTarget();

    [GeneratedRegex(@"^ALTER SCHEMA (?<schema>\S+) TRANSFER (?<table>\S+)$")]
    private static partial Regex Transfer();

    [GeneratedRegex(@"^EXEC sp_rename N'(?<table>[^']+)', N'(?<name>[^']+)'")]
    private static partial Regex Rename();

    [GeneratedRegex(@"^DELETE FROM (?<table>\[\S+)$")]
    private static partial Regex Delete();

    [GeneratedRegex(@"^SELECT count_big\(\*\) FROM (?<table>\S+)$")]
    private static partial Regex Count();

    [GeneratedRegex(@"^INSERT INTO (?<table>\S+) \((?<columns>.*?)\) SELECT .* FROM (?<from>\S+)$")]
    private static partial Regex Copy();

    [GeneratedRegex(@"^SELECT (?<columns>\*|\[.*\]) FROM (?<table>\S+)$")]
    private static partial Regex Select();

    [GeneratedRegex(@"^INSERT INTO (?<table>\[\S+) \((?<columns>.*?)\) VALUES \([^@]*@p1\b")]
    private static partial Regex Insert();

    [GeneratedRegex("^-- 1 where an INSERT of a row|^SELECT count\\(\\*\\) FROM sys.tables AS t")]
    private static partial Regex TakesEachRow();

    [GeneratedRegex(@"^DECLARE @taken .* INSERT INTO (?<table>\S+) \((?<columns>.*?)\) VALUES \(.* SELECT @taken$")]
    private static partial Regex InsertClaimed();

    [GeneratedRegex(@"^UNIQUE (?<table>\S+) (?<column>\S+)$")]
    private static partial Regex MakeUnique();
}
