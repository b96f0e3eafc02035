using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text;

namespace Orchestrator.Tds;

/// <summary>Writes one answer after the other, cut into packets of the negotiated size.</summary>
internal sealed class MessageWriter(Socket socket)
{
    private const int HeaderSize = 8;

    private byte[] _packet = new byte[4096];
    private int _used = HeaderSize;
    private byte _number = 1;

    /// <summary>Bytes of a packet with its header; holds from the next message on.</summary>
    public int PacketSize { get; set; } = 4096;

    /// <summary>Packets sent over this connection so far.</summary>
    public int PacketsSent { get; private set; }

    public ushort Session { get; set; }

    public void Byte(byte value)
    {
        if (_used == _packet.Length)
        {
            Send(PacketStatus.Normal);
        }

        _packet[_used++] = value;
    }

    public void Bytes(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            if (_used == _packet.Length)
            {
                Send(PacketStatus.Normal);
            }

            var step = Math.Min(bytes.Length, _packet.Length - _used);
            bytes[..step].CopyTo(_packet.AsSpan(_used));
            _used += step;
            bytes = bytes[step..];
        }
    }

    public void UInt16(int value)
    {
        Span<byte> bytes = stackalloc byte[2];
        BinaryPrimitives.WriteUInt16LittleEndian(bytes, checked((ushort)value));
        Bytes(bytes);
    }

    public void Int32(int value)
    {
        Span<byte> bytes = stackalloc byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, value);
        Bytes(bytes);
    }

    public void Int64(long value)
    {
        Span<byte> bytes = stackalloc byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, value);
        Bytes(bytes);
    }

    /// <summary>Text behind its length in characters, as one byte.</summary>
    public void ShortText(string text)
    {
        Byte(checked((byte)text.Length));
        Bytes(Encoding.Unicode.GetBytes(text));
    }

    /// <summary>Text behind its length in characters, as two bytes.</summary>
    public void Text(string text)
    {
        UInt16(text.Length);
        Bytes(Encoding.Unicode.GetBytes(text));
    }

    /// <summary>Sends what is left as the last packet of the message.</summary>
    public void End()
    {
        Send(PacketStatus.EndOfMessage);
        _number = 1;
        if (_packet.Length != PacketSize)
        {
            _packet = new byte[PacketSize];
        }
    }

    /// <summary>Sends what has been written, while the message goes on.</summary>
    public void Flush()
    {
        if (_used > HeaderSize)
        {
            Send(PacketStatus.Normal);
        }
    }

    private void Send(PacketStatus status)
    {
        _packet[0] = (byte)PacketType.Answer;
        _packet[1] = (byte)status;
        BinaryPrimitives.WriteUInt16BigEndian(_packet.AsSpan(2), (ushort)_used);
        BinaryPrimitives.WriteUInt16BigEndian(_packet.AsSpan(4), Session);
        (_packet[6], _packet[7]) = (_number++, 0);
        for (var sent = 0; sent < _used;)
        {
            sent += socket.Send(_packet.AsSpan(sent, _used - sent));
        }

        _used = HeaderSize;
        PacketsSent++;
    }
}
