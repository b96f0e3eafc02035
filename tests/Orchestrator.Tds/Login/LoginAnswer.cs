using System.Text;

namespace Orchestrator.Tds;

/// <summary>The tokens of a login that is accepted.</summary>
internal static class LoginAnswer
{
    private const byte LoginAckToken = 0xAD;
    private const byte FeatureAckToken = 0xAE;
    private const byte Utf8Feature = 0x0A;
    private const byte LastFeature = 0xFF;
    private const string Product = "Microsoft SQL Server";

    public static void Write(MessageWriter to, string database, int packetSize, bool withFeatures)
    {
        to.Environment(EnvironmentChange.Database, database, "master");
        to.Environment(EnvironmentChange.Collation, Collation.Default.Bytes.ToArray(), []);
        to.Environment(EnvironmentChange.Language, "us_english", "");
        WriteAck(to);
        to.Environment(EnvironmentChange.PacketSize, packetSize.ToString(), packetSize.ToString());
        if (withFeatures)
        {
            to.Bytes([FeatureAckToken, Utf8Feature, 1, 0, 0, 0, 1, LastFeature]);
        }
    }

    private static void WriteAck(MessageWriter to)
    {
        to.Byte(LoginAckToken);
        to.UInt16(1 + 4 + 1 + Encoding.Unicode.GetByteCount(Product) + 4);
        to.Byte(1);
        to.Bytes([0x74, 0x00, 0x00, 0x04]);
        to.ShortText(Product);
        to.Bytes([16, 0, 0x03, 0xE8]);
    }
}
