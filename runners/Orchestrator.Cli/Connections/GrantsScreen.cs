using Orchestrator.Cli.Output;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Rights;

namespace Orchestrator.Cli.Connections;

/// <summary>What `connections grants` prints: a script; what is no statement is a comment in it.</summary>
internal static class GrantsScreen
{
    public static IEnumerable<Line> Lines(
        Connection connection, IPlatform platform, IReadOnlyList<GrantedRole> roles, NeededRights needed)
    {
        yield return Comment($"{connection.Name} ({platform.Name}), for an administrator of the database to run");
        if (roles.Count == 0)
        {
            yield return Comment("no object needs a right there that can be told from the metadata");
        }

        foreach (var role in roles)
        {
            yield return Comment($"to {role.Purpose}, as {role.Role}");
            foreach (var statement in role.Statements)
            {
                yield return statement;
            }
        }

        if (needed.Unseen.Count > 0)
        {
            yield return Comment($"SQL of their own, whose rights nobody can tell: {string.Join("; ", needed.Unseen)}");
        }

        if (needed.IfTriggers.Count > 0)
        {
            yield return Comment(
                "ALTER, too, on those of these tables that have triggers, as a bulk load that fires none asks for it "
                + $"(not with `fireTriggers: true`): {string.Join("; ", needed.IfTriggers)}");
        }

        if (needed.ToLoad.Count > 0 && !needed.OnlySetDurability)
        {
            var own = platform.Dialect.OwnTable("markers").Schema;
            // Where there are no schemas, tables have no owners either.
            var isLast = string.IsNullOrEmpty(own);
            yield return Comment(
                "a table that the catalog does not have is taken for one that its load makes" + (isLast ? "" : ";"));
            if (!isLast)
            {
                yield return Comment($"the tables in {own} belong to the first role that loads: let one role load");
            }
        }
    }

    public static object Document(
        Connection connection, IReadOnlyList<GrantedRole> roles, NeededRights needed) => new
        {
            schema_version = Json.SchemaVersion,
            connection = connection.Name,
            roles = roles.Select(role => new
            {
                role = role.Role,
                purpose = role.Purpose,
                statements = role.Statements,
            }),
            rights = needed.All.Select(each => new
            {
                kind = each.Right.Kind,
                schema = each.Right.Schema,
                table = each.Right.Table.Length == 0 ? null : each.Right.Table,
                packages = each.Packages,
            }),
            alter_if_triggers = needed.IfTriggers.Select(table => table.ToString()),
            unseen = needed.Unseen,
        };

    private static Line Comment(string text) => new($"-- {text}", Ink.Dim);
}
