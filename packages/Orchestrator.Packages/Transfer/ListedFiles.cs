using Orchestrator.Core;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>What a server lists is taken as a whole or not at all: skipping a file would hide that it is odd.</summary>
internal static class ListedFiles
{
    /// <summary>Refuses all of them where one cannot be taken.</summary>
    /// <param name="files">The files.</param>
    /// <param name="server">How people know the server.</param>
    /// <param name="pattern">What they fit.</param>
    /// <param name="names">Which names are one.</param>
    public static void Refuse(
        IReadOnlyList<RemoteFile> files, string server, string pattern, StringComparer names)
    {
        var seen = new HashSet<string>(names);
        foreach (var file in files)
        {
            var why = RemoteName.Refusal(file.Name)
                ?? (!file.IsRegular || file.Size < 0 ? "is a link or something else that is no file"
                    : !seen.Add(file.Name) ? "is told twice" : null);
            if (why is not null)
            {
                throw new PackageRefusedException("ORC3591", ErrorClass.Data, "list",
                    $"{server} has '{RemoteName.Shown(file.Name)}', which fits '{pattern}' and {why}. No file was "
                    + "taken. Have it be renamed or removed there, or take a narrower pattern.");
            }
        }
    }
}
