using System.Data.Common;
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
    /// <exception cref="PackageRefusedException">A variable or secret is missing or cannot be used.</exception>
    public static DatabaseAddress OfTarget(PackageContext context) =>
        OfTarget(context.Object, ConnectionValues.Of(context));

    /// <summary>The database that an object writes or works on.</summary>
    /// <exception cref="IOException">Its file would lie outside the solution.</exception>
    /// <exception cref="PackageRefusedException">A variable or secret is missing or cannot be used.</exception>
    public static DatabaseAddress OfTarget(ObjectDefinition definition, ConnectionValues values) =>
        Locate(Find(values.Solution, definition.Target.Connection), values,
            Names(TableWriters.WorkedOnBy(definition, values.Solution) ?? definition), int.MaxValue);

    /// <summary>
    /// The database that the object reads: in the file that the writer of the table named it by; by its own names where
    /// no object of the solution writes the table.
    /// </summary>
    /// <exception cref="IOException">Its file would lie outside the solution.</exception>
    /// <exception cref="PackageRefusedException">A variable or secret is missing or cannot be used.</exception>
    public static DatabaseAddress OfSource(PackageContext context)
    {
        var connection = Find(context.Solution, context.Object.Source!.Connection);
        return Locate(
            connection, ConnectionValues.Of(context), context.Object.Source.WrittenBy ?? Names(context.Object),
            connection.Limits.Row);
    }

    /// <summary>
    /// The databases that a connection leads to: one, or one for each file that an object of the solution writes, or
    /// reads and no object writes.
    /// </summary>
    /// <exception cref="IOException">A file would lie outside the solution.</exception>
    /// <exception cref="PackageRefusedException">A variable or secret is missing or cannot be used.</exception>
    public static IReadOnlyList<DatabaseAddress> All(Connection connection, ConnectionValues values)
    {
        var objects = values.Solution.Projects.SelectMany(project => project.Objects).ToArray();
        var written = objects
            .Where(each => each.Target.Connection == connection.Name
                && KindTable.Of(each.Kind).Target != TargetUse.None)
            .Select(each => Names(TableWriters.WorkedOnBy(each, values.Solution) ?? each));
        var read = objects.Where(each => each.Source?.Connection == connection.Name)
            .Select(each => each.Source!.WrittenBy ?? Names(each));
        return [.. written.Concat(read).DefaultIfEmpty(new TableWriter("", "", ""))
            .Select(names => Locate(connection, values, names, connection.Limits.Row)).DistinctBy(each => each.File)];
    }

    /// <summary>
    /// The address of a connection by itself: where it has several files, what names them stands in the file's name as
    /// it is written.
    /// </summary>
    /// <exception cref="IOException">A file would lie outside the solution.</exception>
    /// <exception cref="PackageRefusedException">A variable or secret is missing or cannot be used.</exception>
    public static DatabaseAddress AsWritten(Connection connection, ConnectionValues values) =>
        Locate(connection, values, null, connection.Limits.Row);

    /// <summary>Whether two objects write through one connection into one database, as far as the text tells.</summary>
    public static bool IsSame(ObjectDefinition one, ObjectDefinition other, Solution solution)
    {
        var connection = Find(solution, one.Target.Connection);
        return connection.ConnectionString is not null
            || Fill(connection, connection.File, Names(one)) == Fill(connection, connection.File, Names(other));
    }

    /// <summary>The connection of that name.</summary>
    /// <exception cref="InvalidOperationException">The solution was not validated.</exception>
    public static Connection Find(Solution solution, string name) =>
        solution.Connections.FirstOrDefault(c => c.Name == name)
        ?? throw new InvalidOperationException($"The solution has no connection '{name}'.");

    private static TableWriter Names(ObjectDefinition definition) =>
        new(definition.Project, definition.Container, definition.Name);

    private static string Fill(Connection connection, string template, TableWriter? names) => names is null
        ? FileTemplate.Fill(template, connection.Name)
        : FileTemplate.Fill(template, connection.Name, names.Project, names.Container, names.Object);

    private static DatabaseAddress Locate(
        Connection connection, ConnectionValues values, TableWriter? names, long rowBytesMax)
    {
        var isFile = values.PlatformOf(connection) is not { Abilities.IsFile: false };
        return new DatabaseAddress
        {
            Connection = connection.Name,
            File = isFile ? FileOf(connection, values, names) : "",
            ConnectionString = isFile ? "" : TextOf(connection, values),
            Isolation = Enum.Parse<ReadIsolation>(connection.Isolation.ToString()),
            TakesParts = connection.RowSecurity == RowSecurity.Accepted,
            RowBytesMax = rowBytesMax,
        };
    }

    private static string FileOf(Connection connection, ConnectionValues values, TableWriter? names)
    {
        var file = connection.ConnectionString is { } written
            ? DataSource(connection.Facts, written, values)
            : Fill(connection, ConnectionValues.Of(() => values.Resolve(connection.File)), names);
        if (Path.IsPathRooted(file))
        {
            return Path.GetFullPath(file);
        }

        var full = Path.GetFullPath(Path.Combine(values.Solution.Folder, ".orchestrator", "data", file));
        return RealPath.IsBelow(full, values.Solution.Folder)
            ? full
            : throw new UnusableFileException(
                $"The file '{file}' of connection '{connection.Name}' lies outside the solution. "
                + "Keep it below the solution, or give its full path.");
    }

    private static string DataSource(PlatformFacts platform, string written, ConnectionValues values)
    {
        var parts = ConnectionValues.Of(() => values.ResolveConnection(written));
        return FileConnectionText.Refusal(platform, parts, isWritten: false) is { } why
            ? throw ConnectionValues.Refused($"{why}: write Data Source=FILE and nothing else.")
            : parts[0].Value;
    }

    // Each value quoted anew, so that a semicolon in a password ends nothing.
    private static string TextOf(Connection connection, ConnectionValues values)
    {
        // Verbs that read no more than the connections meet those that `validate` would refuse.
        var written = connection.ConnectionString ?? throw ConnectionValues.Refused(
            $"The connection '{connection.Name}' has no connection string: it is not written, or a variable that it "
            + "names is not set. See `orchestrator validate`.");
        var text = new DbConnectionStringBuilder();
        foreach (var part in ConnectionValues.Of(() => values.ResolveConnection(written)))
        {
            text[part.Keyword] = part.Value;
        }

        return text.ConnectionString;
    }
}
