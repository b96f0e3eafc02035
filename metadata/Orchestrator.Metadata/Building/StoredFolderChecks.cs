using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>What cannot be done with a folder that another machine has: files are loaded from it, and nothing else.
/// </summary>
internal static class StoredFolderChecks
{
    private static readonly string Advice = "name a connection whose folder is on this machine; a package of kind "
        + $"{KindTable.Transfer.Word} brings files from a file server, and to it";

    public static void Check(
        LoadContext context, IReadOnlyList<Project> projects, IReadOnlyList<Connection> connections)
    {
        var stored = connections.Where(one => one.Stored is not null)
            .ToDictionary(one => one.Name, StringComparer.Ordinal);
        foreach (var one in stored.Count == 0 ? [] : projects.SelectMany(project => project.Objects))
        {
            if (one.OtherConnections.Append(one.Target.Connection).FirstOrDefault(stored.ContainsKey) is { } used)
            {
                context.Bag.Error("ORC1357", one.At, $"'{one.FullName}' needs the folder of '{used}' on this machine, "
                    + $"and {stored[used].Stored!.Holder} has it", Advice);
            }

            if (one.Source is { } source && stored.TryGetValue(source.Connection, out var from))
            {
                Check(context, one, source, from);
            }
        }
    }

    private static void Check(LoadContext context, ObjectDefinition one, ObjectSource source, Connection from)
    {
        if (source.Command is not null)
        {
            context.Bag.Error("ORC1357", one.At, $"the command of '{one.FullName}' would work in the folder of "
                + $"'{from.Name}', and {from.Stored!.Holder} has it", Advice);
        }

        var isBook = from.Formats.TryGetValue(source.Format, out var format) && format.Style == FileStyle.Excel;
        if (source.Member is not null || isBook)
        {
            context.Bag.Error("ORC1358", one.At, $"'{one.FullName}' reads "
                + $"{(isBook ? "workbooks" : "members of zip files")}, which are read from their end, and "
                + $"{from.Stored!.Holder} sends files from their beginning",
                $"bring them from a file server with a package of kind {KindTable.Transfer.Word}, or with a program, "
                + "and read them where they arrive");
        }
    }
}
