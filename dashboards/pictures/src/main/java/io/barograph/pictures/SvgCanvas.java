package io.barograph.pictures;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.io.StringWriter;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGIDGenerator;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** An SVG document. Text stays text. */
final class SvgCanvas implements PictureCanvas {
    private static final String NAMESPACE = "http://www.w3.org/2000/svg";

    private final SVGGraphics2D graphics;
    private final int width;
    private final int height;

    /** @param idPrefix begins every generated id, so that several drawings can stand in one page */
    SvgCanvas(int width, int height, String idPrefix) {
        this.width = width;
        this.height = height;
        SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
        context.setComment(null);
        context.setPrecision(2);
        context.setIDGenerator(new SVGIDGenerator() {
            @Override
            public String generateID(String prefix) {
                return super.generateID(idPrefix + "-" + prefix);
            }
        });
        graphics = new SVGGraphics2D(context, false);
        graphics.setSVGCanvasSize(new Dimension(width, height));
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        // The chart library puts back what it found.
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
    }

    private static Document document() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            return factory.newDocumentBuilder().newDocument();
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the Java runtime makes no XML documents", e);
        }
    }

    @Override
    public Graphics2D graphics() {
        return graphics;
    }

    @Override
    public void part(Map<String, String> attributes, Runnable drawing) {
        Element outer = graphics.getTopLevelGroup();
        drawing.run();
        Element part = graphics.getTopLevelGroup();
        attributes.forEach((name, value) -> part.setAttributeNS(null, name, PictureText.printable(value)));
        outer.appendChild(part);
        graphics.setTopLevelGroup(outer);
    }

    /**
     * @param title what the picture shows, for those who cannot see it
     * @return the document, without XML declaration, so that it can stand in a page
     */
    String svg(String title) {
        Element root = graphics.getRoot();
        root.setAttributeNS(null, "viewBox", "0 0 " + width + " " + height);
        root.setAttributeNS(null, "role", "img");
        root.setAttributeNS(null, "aria-label", PictureText.printable(title));
        Element name = root.getOwnerDocument().createElementNS(NAMESPACE, "title");
        name.setTextContent(PictureText.printable(title));
        root.insertBefore(name, root.getFirstChild());
        try {
            TransformerFactory factory = TransformerFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            Transformer writer = factory.newTransformer();
            writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            StringWriter text = new StringWriter();
            writer.transform(new DOMSource(root), new StreamResult(text));
            return text.toString();
        } catch (TransformerException e) {
            throw new IllegalStateException("the Java runtime writes no XML", e);
        }
    }
}
