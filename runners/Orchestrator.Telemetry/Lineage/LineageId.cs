using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Telemetry.Lineage;

/// <summary>
/// The id of an attempt, made of that of its run: the same for each event of it, also where several tell of it.
/// </summary>
internal static class LineageId
{
    private const int TimeBytes = 6;

    /// <summary>A UUIDv7 with the time of the run's and bits that node and attempt decide.</summary>
    public static Guid Of(Guid run, int node, int attempt)
    {
        var bytes = run.ToByteArray(bigEndian: true);
        var text = string.Create(CultureInfo.InvariantCulture, $"{run} {node} {attempt}");
        SHA256.HashData(Encoding.UTF8.GetBytes(text)).AsSpan(0, bytes.Length - TimeBytes)
            .CopyTo(bytes.AsSpan(TimeBytes));
        bytes[6] = (byte)((bytes[6] & 0x0f) | 0x70);
        bytes[8] = (byte)((bytes[8] & 0x3f) | 0x80);
        return new Guid(bytes, bigEndian: true);
    }
}
