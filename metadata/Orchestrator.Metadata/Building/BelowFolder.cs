using Orchestrator.Core;

namespace Orchestrator.Metadata.Building;

/// <summary>Paths of files below the folder of a connection, as they are written.</summary>
internal static class BelowFolder
{
    /// <summary>Whether a path leads out of its folder, or could be read so; the folder judges it again when it is
    /// opened, where links count as well.</summary>
    public static bool IsLeft(string path) => Path.IsPathRooted(path) || !NameBelow.Stays(path);
}
