namespace Orchestrator.Core;

/// <summary>Names of files below a folder, with / between their parts, as servers, stores and archives have them.
/// </summary>
public static class NameBelow
{
    /// <summary>Whether a name stays below the folder, on whatever system it is read.</summary>
    public static bool Stays(string name) => !name.Contains('\\') && !name.Any(char.IsControl)
        && name.Split('/').All(part => part is not ("" or "." or ".."));
}
