using System.CommandLine;
using System.Data.Common;
using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Rights;

namespace Orchestrator.Cli.Connections;

/// <summary>The statements that give one role its rights, and what they are for.</summary>
/// <param name="Role">The role.</param>
/// <param name="Purpose">read, load, or read and load.</param>
/// <param name="Statements">The statements.</param>
internal sealed record GrantedRole(string Role, string Purpose, IReadOnlyList<string> Statements);

/// <summary>`connections grants CONN`: the rights that objects need, as statements; it never connects.</summary>
internal static class ConnectionGrants
{
    private const string Reader = "orchestrator_reader";
    private const string Loader = "orchestrator_loader";
    private const string Setter = "orchestrator_durability";

    public static Option<string> Role { get; } = CommonOptions.Text(
        "--role", "NAME", $"grants: the role for all, or USER@HOST [default: {Reader} to read, {Loader} to load]");

    public static int Show(Call call, Solution solution, Connection connection)
    {
        var platform = ConnectionAccess.PlatformOf(connection)!;
        if (platform.Abilities.IsFile)
        {
            throw new UsageException($"'{connection.Name}' is a file, and {platform.Name} knows no roles",
                "let the engine's user of the operating system read and write the file and its folder");
        }

        var role = call.Text(Role);
        if (role.Value is { } name && platform.Dialect.ColumnRefusal(name) is { } why)
        {
            throw new UsageException($"expected {role.From} to be a name, got: '{name}': {why}");
        }

        var needed = RightsNeeded.OfCatalog(solution, connection);
        var database = DatabaseOf(call, solution, connection);
        GrantedRole Granted(string to, string purpose, IEnumerable<NeededRight> rights) => new(
            to, purpose, [.. platform.Dialect.Grants(
                to, database, [.. rights.Select(each => each.Right).Distinct()])]);
        GrantedRole[] roles = needed.OnlySetDurability
            ? [Granted(role.Value ?? Setter, "change durability", needed.All)]
            : role.Value is { } one ? [Granted(one, "read and load", needed.All)]
            : [
                .. needed.ToRead.Count == 0 ? Array.Empty<GrantedRole>()
                    : [Granted(Reader, "read", needed.ToRead)],
                .. needed.ToLoad.Count == 0 ? Array.Empty<GrantedRole>()
                    : [Granted(Loader, "read and load", needed.All)],
            ];
        call.Write(
            () => GrantsScreen.Document(connection, roles, needed),
            () => GrantsScreen.Lines(connection, platform, roles, needed));
        return ExitCode.Done;
    }

    /// <summary>The database that the connection string names; null where a part of it is not at hand.</summary>
    private static string? DatabaseOf(Call call, Solution solution, Connection connection)
    {
        try
        {
            var text = new DbConnectionStringBuilder
            {
                ConnectionString = CallConnections.Access(call, solution).Databases(connection)[0].ConnectionString,
            };
            return ((string[])["Database", "Initial Catalog"])
                .Select(word => text.TryGetValue(word, out var value) ? $"{value}" : null)
                .FirstOrDefault(value => value is { Length: > 0 });
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is not null)
        {
            return null;
        }
    }
}
