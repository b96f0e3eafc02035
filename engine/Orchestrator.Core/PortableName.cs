using System.Buffers;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Core;

/// <summary>
/// Names of files and folders that every system keeps as they are. What one system takes, Windows may cut, refuse or
/// take for a device; a name that is made here has to be good there as well.
/// </summary>
public static class PortableName
{
    private const int BytesMax = 255;

    private static readonly SearchValues<char> Reserved = SearchValues.Create("<>:\"|?*\\/");

    private static readonly string[] Devices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

    private static readonly string[] Numbered = ["COM", "LPT"];

    /// <summary>Why a name without folders cannot be kept everywhere, behind "it"; null = it can.</summary>
    public static string? Refusal(string name)
    {
        if (name.Length == 0)
        {
            return "is empty";
        }

        if (name.AsSpan().IndexOfAny(Reserved) is var place and >= 0)
        {
            return $"holds {name[place]}";
        }

        return name.Any(char.IsControl) ? "holds a control character"
            : HalfCharacter.IsIn(name) ? "holds half of a character"
            : name[^1] is '.' or ' ' ? $"ends with a {(name[^1] == '.' ? "dot" : "blank")}"
            : Encoding.UTF8.GetByteCount(name) > BytesMax ? $"is longer than {BytesMax} bytes"
            : IsDevice(name) ? "is the name of a device there"
            : null;
    }

    /// <summary>
    /// Why what stands in the data is no piece of such a name, behind "it"; null = it is one. How a name must not begin
    /// or end is asked of the whole.
    /// </summary>
    public static string? RefusalOfPiece(string? value) => value is null ? "is NULL"
        : value.Length == 0 ? "is empty"
        : value.Contains("..", StringComparison.Ordinal) ? "holds .."
        : Refusal($"x{value}x");

    // With an ending it is the device, too: NUL.csv is no file.
    private static bool IsDevice(string name)
    {
        var head = name.Split('.')[0].TrimEnd(' ');
        return Devices.Contains(head, StringComparer.OrdinalIgnoreCase)
            || (head.Length == 4 && head[3] is (>= '0' and <= '9') or '¹' or '²' or '³'
                && Numbered.Contains(head[..3], StringComparer.OrdinalIgnoreCase));
    }
}
