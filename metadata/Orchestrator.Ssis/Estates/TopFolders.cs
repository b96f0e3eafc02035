namespace Orchestrator.Ssis.Estates;

/// <summary>How the paths of files begin where several places were pointed at: with the name of the folder, and a
/// number where another one is called so.</summary>
/// <param name="isOnly">Whether there is one place: then they begin with nothing.</param>
internal sealed class TopFolders(bool isOnly)
{
    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);

    /// <summary>The beginning, with a `/` behind it where it is not empty.</summary>
    public string Of(string folder)
    {
        if (isOnly)
        {
            return "";
        }

        if (!_names.TryGetValue(folder, out var name))
        {
            var own = Path.GetFileName(Path.TrimEndingDirectorySeparator(folder));
            name = own;
            for (var number = 2; _names.ContainsValue(name); number++)
            {
                name = $"{own} ({number})";
            }

            _names[folder] = name;
        }

        return $"{name}/";
    }
}
