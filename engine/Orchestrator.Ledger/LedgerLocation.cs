namespace Orchestrator.Ledger;

/// <summary>Where a ledger lies: its file, and beside it the folder of the run locks.</summary>
public sealed record LedgerLocation(string File)
{
    /// <summary>Name of the folder inside a solution that holds what runs leave behind.</summary>
    public const string FolderName = ".orchestrator";

    /// <summary>Folder of the file.</summary>
    public string Folder => Path.GetDirectoryName(Path.GetFullPath(File))!;

    /// <summary>Folder of the run locks.</summary>
    public string Locks => Path.Combine(Folder, "locks");

    /// <summary>The default place: `&lt;solution&gt;/.orchestrator/ledger.db`.</summary>
    public static LedgerLocation OfSolution(string solutionFolder) =>
        new(Path.Combine(solutionFolder, FolderName, "ledger.db"));

    /// <summary>Makes the folders that are missing, for the owner alone (0700 on Unix).</summary>
    internal void MakeFolders()
    {
        MakeFolder(Folder);
        MakeFolder(Locks);
    }

    private static void MakeFolder(string path)
    {
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(path);
            return;
        }

        const UnixFileMode owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
        if (!Directory.Exists(path))
        {
            Directory.CreateDirectory(path, owner);
        }
    }
}
