using System.Text;

namespace Orchestrator.Import;

/// <summary>
/// Writes files of metadata that are there whole or not at all: half of one would count as somebody's edit.
/// </summary>
internal static class WholeFile
{
    /// <summary>Writes a file, and the folders that it stands in.</summary>
    /// <param name="path">Its full path.</param>
    /// <param name="text">Its text.</param>
    /// <param name="overwrites">Whether it takes the place of one that is there.</param>
    /// <exception cref="IOException">There is one, or it cannot be written.</exception>
    public static void Write(string path, string text, bool overwrites = false)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        var beside = path + ".part";
        try
        {
            File.WriteAllBytes(beside, Encoding.UTF8.GetBytes(text));
            File.Move(beside, path, overwrites);
        }
        catch
        {
            File.Delete(beside);
            throw;
        }
    }
}
