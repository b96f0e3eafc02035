using Orchestrator.Data;

namespace Orchestrator.Packages.Transfer;

/// <summary>What goes wrong with files of any place that another machine has.</summary>
internal static class PlaceFaults
{
    /// <summary>A name that leads out of the place.</summary>
    public static DataRefusedException Outside(string place, string file) => new("ORC3102",
        $"'{RemoteName.Shown(file)}' does not stay below {place}. Name a file below it, with `/` and without `..`.");

    /// <summary>A file that was there before.</summary>
    public static DataRefusedException Gone(string place, string file) => new("ORC3110",
        $"{file}: is not there any more. See who takes files away from {place}.")
    { File = file };

    /// <summary>A folder where each name that a file could get is another one's.</summary>
    public static IOException Full(string place, string into, string file) =>
        new($"'{into}' of {place} holds too many files that are called like '{file}'.");
}
