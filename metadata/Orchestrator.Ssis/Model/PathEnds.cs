namespace Orchestrator.Ssis.Model;

/// <summary>What stands last in a path, whichever machine it is of; an entry of an archive stands behind `!`.</summary>
internal static class PathEnds
{
    public static string Of(string path)
    {
        var at = path.Length;
        while (at > 0 && path[at - 1] is not ('/' or '\\' or '!'))
        {
            at--;
        }

        return path[at..];
    }
}
