using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>Which database a package reads or writes through a connection.</summary>
internal static class Addresses
{
    /// <summary>
    /// The database that the object writes or works on. Where a connection has several files, a check or statement
    /// works on the file of the load that writes its table; without one, of the first load that it depends on.
    /// </summary>
    /// <exception cref="IOException">Its file would lie outside the solution.</exception>
    public static DatabaseAddress OfTarget(
        ObjectDefinition definition, Solution solution, Func<string, string> resolve) =>
        Locate(Find(solution, definition.Target.Connection), solution,
            Names(TableWriters.WorkedOnBy(definition, solution) ?? definition), resolve);

    /// <summary>
    /// The database that the object reads: in the file that the writer of the table named it by; by its own names where
    /// no object of the solution writes the table.
    /// </summary>
    /// <exception cref="IOException">Its file would lie outside the solution.</exception>
    public static DatabaseAddress OfSource(
        ObjectDefinition definition, Solution solution, Func<string, string> resolve) =>
        Locate(Find(solution, definition.Source!.Connection), solution,
            definition.Source.WrittenBy ?? Names(definition), resolve, isSource: true);

    /// <summary>The connection of that name.</summary>
    /// <exception cref="InvalidOperationException">The solution was not validated.</exception>
    public static Connection Find(Solution solution, string name) =>
        solution.Connections.FirstOrDefault(c => c.Name == name)
        ?? throw new InvalidOperationException($"The solution has no connection '{name}'.");

    private static TableWriter Names(ObjectDefinition definition) =>
        new(definition.Project, definition.Container, definition.Name);

    private static DatabaseAddress Locate(
        Connection connection, Solution solution, TableWriter names, Func<string, string> resolve,
        bool isSource = false)
    {
        var isFile = Platforms.Of(connection) is not { Abilities.IsFile: false };
        return new DatabaseAddress
        {
            Connection = connection.Name,
            File = isFile ? FileOf(connection, solution, names, resolve) : "",
            ConnectionString = isFile ? "" : ConnectionText.Resolve(connection.ConnectionString ?? "", resolve),
            Isolation = Enum.Parse<ReadIsolation>(connection.Isolation.ToString()),
            RowBytesMax = isSource ? connection.Limits.Row : int.MaxValue,
        };
    }

    private static string FileOf(
        Connection connection, Solution solution, TableWriter names, Func<string, string> resolve)
    {
        var template = resolve(connection.File);
        var file = FileTemplate.Fill(template, connection.Name, names.Project, names.Container, names.Object);
        if (Path.IsPathRooted(file))
        {
            return Path.GetFullPath(file);
        }

        var full = Path.GetFullPath(Path.Combine(solution.Folder, ".orchestrator", "data", file));
        return RealPath.IsBelow(full, solution.Folder)
            ? full
            : throw new IOException(
                $"The file '{file}' of connection '{connection.Name}' lies outside the solution. "
                + "Keep it below the solution, or give its full path.");
    }
}
