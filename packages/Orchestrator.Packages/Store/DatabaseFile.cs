using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>Which file a package reads or writes through a Sqlite connection.</summary>
internal static class DatabaseFile
{
    /// <summary>
    /// The file that the object writes or works on, full path. A check or statement works on the file of the load that
    /// writes its table; without one, of the first load that it depends on.
    /// </summary>
    /// <exception cref="IOException">It would lie outside the solution.</exception>
    public static string OfTarget(ObjectDefinition definition, Solution solution, Func<string, string> resolve) =>
        Locate(Find(solution, definition.Target.Connection), solution,
            Names(TableWriters.WorkedOnBy(definition, solution) ?? definition), resolve);

    /// <summary>
    /// The file that the object reads: the one that the writer of the table named it by; its own names where no
    /// object of the solution writes the table.
    /// </summary>
    /// <exception cref="IOException">It would lie outside the solution.</exception>
    public static string OfSource(ObjectDefinition definition, Solution solution, Func<string, string> resolve) =>
        Locate(Find(solution, definition.Source!.Connection), solution,
            definition.Source.WrittenBy ?? Names(definition), resolve);

    /// <summary>The connection of that name.</summary>
    /// <exception cref="InvalidOperationException">The solution was not validated.</exception>
    public static Connection Find(Solution solution, string name) =>
        solution.Connections.FirstOrDefault(c => c.Name == name)
        ?? throw new InvalidOperationException($"The solution has no connection '{name}'.");

    private static TableWriter Names(ObjectDefinition definition) =>
        new(definition.Project, definition.Container, definition.Name);

    private static string Locate(
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
