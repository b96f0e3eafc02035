using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Scripts;

/// <summary>Which connections a class may use, and for what: those that the metadata name.</summary>
internal static class ScriptReach
{
    /// <summary>The code of what a class asks for and the metadata do not say.</summary>
    public const string Code = "ORC3626";

    /// <summary>A database.</summary>
    /// <exception cref="PackageRefusedException">The metadata do not name it so.</exception>
    public static Connection Database(PackageContext context, string name, bool writes)
    {
        var found = Named(context, name, writes);
        return !found.IsFolder ? found : throw Refused(context, $"asks '{name}' for rows, which is a folder of files. "
            + "Open its files, or name a connection to a database.");
    }

    /// <summary>A folder of files.</summary>
    /// <exception cref="PackageRefusedException">The metadata do not name it so.</exception>
    public static Connection Folder(PackageContext context, string name, bool writes)
    {
        var found = Named(context, name, writes);
        return found.IsFolder ? found : throw Refused(context, $"asks '{name}' for files, which is a database. Name a "
            + "connection to a folder of files.");
    }

    private static Connection Named(PackageContext context, string name, bool writes)
    {
        var plugin = context.Object.Plugin!;
        if (plugin.Writes.Contains(name) || (!writes && plugin.Reads.Contains(name)))
        {
            return Addresses.Find(context.Solution, name);
        }

        throw Refused(context, writes
            ? $"writes '{name}', which the metadata do not say. Add it to `plugin: {{writes: […]}}`."
            : $"reads '{name}', which the metadata do not say. Add it to `plugin: {{reads: […]}}`.");
    }

    private static PackageRefusedException Refused(PackageContext context, string why) => new(
        Code, ErrorClass.Config, KindTable.Script.Word, $"'{context.Object.Plugin!.Class}' {why}");
}
