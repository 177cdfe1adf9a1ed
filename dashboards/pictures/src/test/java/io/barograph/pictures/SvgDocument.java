package io.barograph.pictures;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Reads drawn SVG, to ask for its parts. */
final class SvgDocument {
    private final Element root;

    private SvgDocument(Element root) {
        this.root = root;
    }

    static SvgDocument of(String svg) throws IOException, SAXException, ParserConfigurationException {
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        return new SvgDocument(document.getDocumentElement());
    }

    Element root() {
        return root;
    }

    /** Elements of a class, in the order of the document. */
    List<Element> parts(String name) {
        return parts(root, name);
    }

    static List<Element> parts(Element in, String name) {
        return elements(in, "*").stream()
                .filter(element ->
                        List.of(element.getAttribute("class").split(" ", -1)).contains(name))
                .toList();
    }

    static List<Element> elements(Element in, String tag) {
        NodeList nodes = in.getElementsByTagName(tag);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            Element element = (Element) nodes.item(i);
            if (isDrawn(element)) {
                elements.add(element);
            }
        }
        return elements;
    }

    /** What clips is in definitions. */
    private static boolean isDrawn(Element element) {
        for (Node node = element; node != null; node = node.getParentNode()) {
            if (node.getNodeName().equals("defs")) {
                return false;
            }
        }
        return true;
    }

    /** All of its text elements. */
    static List<String> texts(Element in) {
        return elements(in, "text").stream().map(Element::getTextContent).toList();
    }

    /** The only line of a part: x1, y1, x2, y2. */
    static double[] line(Element part) {
        List<Element> lines = elements(part, "line");
        if (lines.size() != 1) {
            throw new AssertionError(lines.size() + " lines");
        }
        return new double[] {
            number(lines.get(0), "x1"),
            number(lines.get(0), "y1"),
            number(lines.get(0), "x2"),
            number(lines.get(0), "y2")
        };
    }

    static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }
}
